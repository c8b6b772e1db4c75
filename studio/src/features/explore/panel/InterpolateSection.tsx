/** @file Interpolation between any two poses, with a slider along the path. */

import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { InterpolateIcon, LoopIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { percent, Slider } from '../../../controls/Slider.js';
import { useStudio } from '../../../store/store.js';
import {
  addInterpolationToClips,
  applyInterpolatedPose,
  findInterpolation,
  showInterpolation,
  swapEnds,
} from '../actions/explore-interpolate.js';
import { InterpolateEnd } from './InterpolateEnd.js';

export function InterpolateSection() {
  const from = useStudio(({ view }) => view.explore.from);
  const to = useStudio(({ view }) => view.explore.to);
  const interpolation = useStudio(({ view }) => view.explore.interpolation);
  return (
    <Section
      title="Interpolate poses"
      actions={from && to && <IconButton label="Swap poses" icon={<LoopIcon />} onClick={swapEnds} />}
    >
      <div className="interpolate-ends">
        <InterpolateEnd end="from" label="From" source={from} />
        <InterpolateEnd end="to" label="To" source={to} />
      </div>
      {interpolation ? (
        <InterpolationControls at={interpolation.at} />
      ) : (
        <Button
          wide
          icon={<InterpolateIcon />}
          disabled={(!from || !to) && 'Choose a pose at both ends'}
          onClick={() => void findInterpolation()}
          title="Find a path of natural poses between the two"
        >
          Interpolate
        </Button>
      )}
    </Section>
  );
}

function InterpolationControls({ at }: { readonly at: number }) {
  const [seconds, setSeconds] = useState(2);
  return (
    <>
      <Slider label="Position" value={at} step={0.005} format={percent} onChange={showInterpolation} />
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
        <Button onClick={applyInterpolatedPose} title="Apply the previewed pose">
          Apply pose
        </Button>
        <Button kind="primary" onClick={() => addInterpolationToClips(seconds)}>
          Add to clips
        </Button>
      </div>
    </>
  );
}
