/** @file Sliders of a generated clip, from the options of the motion library. They change it while it plays. */

import { MOTION_STYLE_DEFAULTS, type MotionStyle } from 'posespace/motion';
import { planOf } from 'posespace/rig';
import { useMemo } from 'react';
import { Button } from '../../../controls/Button.js';
import { DiceIcon, ResetIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import type { MotionRecipe } from '../../../store/document.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { motionLabel, styleMotion } from '../actions/motion-library.js';

type Factor = 'energy' | 'bounce' | 'stride' | 'stanceWidth' | 'headLiveliness' | 'tailLiveliness';

interface StyleSlider {
  readonly key: Factor;
  readonly label: string;
  readonly title: string;
  readonly min: number;
  readonly max: number;
  /** What the motion or the body must have. */
  readonly needs?: 'gait' | 'head' | 'tail';
}

/** The factors of `MotionStyle` with their ranges. */
const SLIDERS: readonly StyleSlider[] = [
  { key: 'energy', label: 'Energy', title: 'Size of all movements', min: 0.2, max: 2 },
  { key: 'stride', label: 'Stride', title: 'Length of a step', min: 0.3, max: 2, needs: 'gait' },
  { key: 'bounce', label: 'Bounce', title: 'How much the trunk bobs', min: 0, max: 3, needs: 'gait' },
  {
    key: 'stanceWidth',
    label: 'Stance width',
    title: 'Distance between left and right feet',
    min: 0.3,
    max: 2,
    needs: 'gait',
  },
  {
    key: 'headLiveliness',
    label: 'Head',
    title: 'How much the head looks about',
    min: 0,
    max: 3,
    needs: 'head',
  },
  { key: 'tailLiveliness', label: 'Tail', title: 'How much the tail moves', min: 0, max: 3, needs: 'tail' },
];

/** The speed slider runs from a quarter of the body's own speed to twice as much. */
const SPEEDS = { slowest: 0.25, fastest: 2 };

const factor = (value: number): string => `${Math.round(value * 100)} %`;

export function MotionStyleTools({ recipe }: { readonly recipe: MotionRecipe }) {
  const pending = useStudio(({ view }) => view.motion.style);
  const anatomy = useStudio((state) => documentOf(state)?.model.anatomy);
  const plan = useMemo(() => anatomy && planOf(anatomy), [anatomy]);
  const style: MotionStyle = { ...MOTION_STYLE_DEFAULTS, ...recipe.style, ...pending };
  const has = {
    gait: recipe.ownSpeed > 0,
    head: plan === undefined || plan.head >= 0,
    tail: plan === undefined || plan.tail.length > 0,
  };
  const isChanged = Object.keys({ ...recipe.style, ...pending }).length > 0;
  return (
    <Section
      title={motionLabel(recipe.motion)}
      actions={
        isChanged && (
          <Button kind="quiet" icon={<ResetIcon />} onClick={() => styleMotion(reset(recipe.style), {})}>
            Reset
          </Button>
        )
      }
    >
      {has.gait && <SpeedSlider own={recipe.ownSpeed} speed={style.speed} />}
      {SLIDERS.filter(({ needs }) => !needs || has[needs]).map(({ key, label, title, min, max }) => (
        <Slider
          key={key}
          label={label}
          title={title}
          value={style[key]!}
          min={min}
          max={max}
          step={0.05}
          format={factor}
          onChange={(value, gesture) => styleMotion({ [key]: value }, gesture)}
        />
      ))}
      {has.gait && (
        <Toggle
          label="Root motion"
          title="The body travels over the ground, instead of moving in place"
          value={style.rootMotion === true}
          onChange={(rootMotion) => styleMotion({ rootMotion }, {})}
        />
      )}
      <Button
        wide
        icon={<DiceIcon />}
        title="Another individual: the same motion, performed a little differently"
        onClick={() => styleMotion({ seed: (style.seed ?? 0) + 1 }, {})}
      >
        Vary
      </Button>
    </Section>
  );
}

function SpeedSlider({ own, speed = own }: { readonly own: number; readonly speed?: number }) {
  return (
    <Slider
      label="Speed"
      title="Speed over the ground; stride and frequency follow from it"
      value={speed}
      min={own * SPEEDS.slowest}
      max={own * SPEEDS.fastest}
      step={own / 50}
      format={(value) => `${value < 10 ? value.toFixed(2) : Math.round(value)} m/s`}
      onChange={(value, gesture) => styleMotion({ speed: value }, gesture)}
    />
  );
}

/** Every option that was set, taken back. */
const reset = (style: MotionStyle): MotionStyle =>
  Object.fromEntries(Object.keys(style).map((key) => [key, undefined]));
