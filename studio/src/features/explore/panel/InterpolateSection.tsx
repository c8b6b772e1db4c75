/** @file A walk between any two poses, with a slider along it. */

import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { LoopIcon, WalkIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Slider } from '../../../controls/Slider.js';
import { useStudio } from '../../../store/store.js';
import {
  addWalkToClips,
  findWalk,
  showWalk,
  swapEnds,
  takeWalkPose,
} from '../actions/explore-interpolate.js';
import { WalkEnd } from './InterpolateEnd.js';

const percent = (value: number): string => `${Math.round(value * 100)} %`;

export function WalkSection() {
  const from = useStudio(({ view }) => view.explore.from);
  const to = useStudio(({ view }) => view.explore.to);
  const walk = useStudio(({ view }) => view.explore.walk);
  return (
    <Section
      title="Walk between two poses"
      actions={from && to && <IconButton label="Swap the ends" icon={<LoopIcon />} onClick={swapEnds} />}
    >
      <div className="walk-ends">
        <WalkEnd end="from" label="From" source={from} />
        <WalkEnd end="to" label="To" source={to} />
      </div>
      {walk ? (
        <Walked at={walk.at} />
      ) : (
        <Button
          wide
          icon={<WalkIcon />}
          disabled={!from || !to}
          onClick={() => void findWalk()}
          title="Find a way of poses that the creature would take"
        >
          Find the walk
        </Button>
      )}
    </Section>
  );
}

function Walked({ at }: { readonly at: number }) {
  const [seconds, setSeconds] = useState(2);
  return (
    <>
      <Slider label="Along the walk" value={at} step={0.005} format={percent} onChange={showWalk} />
      <NumberField
        label="Duration"
        value={seconds}
        min={0.1}
        max={60}
        step={0.1}
        unit="s"
        onChange={setSeconds}
      />
      <div className="pose-fixes">
        <Button onClick={takeWalkPose} title="Take the pose that is shown">
          Take this pose
        </Button>
        <Button kind="primary" onClick={() => addWalkToClips(seconds)}>
          Add to clips
        </Button>
      </div>
    </>
  );
}
