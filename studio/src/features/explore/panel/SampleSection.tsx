/** @file Poses at random: how they are drawn, and the grid of them. */

import { useMemo } from 'react';
import { Button } from '../../../controls/Button.js';
import { DiceIcon, SparkleIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { findParts } from '../actions/explore-parts.js';
import { samplePoses, surpriseMe } from '../actions/explore-samples.js';
import { SampleGrid } from './SampleGrid.js';

const percent = (value: number): string => `${Math.round(value * 100)} %`;

export function SampleSection() {
  const seed = useStudio(({ view }) => view.explore.seed);
  return (
    <Section title="Poses">
      <div className="explore-draw">
        <Button
          kind="primary"
          icon={<SparkleIcon />}
          onClick={() => void samplePoses()}
          title="Draw the poses of this seed"
        >
          Sample poses
        </Button>
        <Button icon={<DiceIcon />} onClick={() => void surpriseMe()} title="Another seed, by chance">
          Surprise me
        </Button>
      </div>
      <NumberField
        label="Seed"
        value={seed}
        min={0}
        max={999_999}
        step={1}
        onChange={(value) => setView('explore', { seed: Math.round(value) })}
      />
      <DrawOptions />
      <SampleGrid />
    </Section>
  );
}

function DrawOptions() {
  const variety = useStudio(({ view }) => view.explore.variety);
  const symmetric = useStudio(({ view }) => view.explore.symmetric);
  const clean = useStudio(({ view }) => view.explore.clean);
  const part = useStudio(({ view }) => view.explore.part);
  const selected = useStudio(({ view }) => view.scene.selected);
  const document = useStudio(documentOf);
  const body = document?.body;
  const skeleton = document?.model.skeleton;
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts change with the body alone, not with every pose
  const parts = useMemo(() => (document ? findParts(document, selected) : []), [body, skeleton, selected]);
  const hasSides = document?.partners.some((partner, j) => partner >= 0 && partner !== j) ?? false;
  const chosen = parts.some(({ id }) => id === part) ? part : 'all';
  const whole = chosen === 'all';
  return (
    <>
      <Slider
        label="Variety"
        value={variety}
        min={0.2}
        max={1.3}
        step={0.05}
        format={percent}
        title="How far from the usual poses may be"
        onChange={(value) => setView('explore', { variety: value })}
      />
      <Select
        label="Change"
        value={chosen}
        options={[
          { value: 'all', label: 'The whole body' },
          ...parts.map(({ id, label }) => ({
            value: id,
            label: id === 'selected' ? label : `Only: ${label}`,
          })),
        ]}
        onChange={(value) => setView('explore', { part: value })}
        hint={whole ? undefined : 'The rest stays as it is in the current pose.'}
      />
      <div className="explore-toggles">
        <Toggle
          label="Symmetric"
          title="Left and right do the same"
          value={symmetric && hasSides && whole}
          disabled={!hasSides || !whole}
          onChange={(value) => setView('explore', { symmetric: value, clean: value ? false : clean })}
        />
        <Toggle
          label="Clean only"
          title="No skin runs through other skin, no joint is beyond its limits; takes longer"
          value={clean && whole}
          disabled={!whole}
          onChange={(value) => setView('explore', { clean: value, symmetric: value ? false : symmetric })}
        />
      </div>
    </>
  );
}
