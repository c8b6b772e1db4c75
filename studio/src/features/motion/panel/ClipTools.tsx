/** @file Edits of the clip on the timeline. */

import { type Clip, clipDuration, type EasingName } from 'posespace/motion';
import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { Field } from '../../../controls/Field.js';
import { CheckIcon, FootIcon, PlusIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { Slider } from '../../../controls/Slider.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { clipLabel } from '../actions/motion-clips.js';
import {
  addPhysics,
  closeLoop,
  ease,
  editAsKeys,
  fixFootSliding,
  joinWith,
  mirror,
  resample,
  retime,
  reverse,
  speedUp,
  trim,
  turnRootMotionOff,
  turnRootMotionOn,
} from '../actions/motion-tools.js';
import { applyShownPose } from '../actions/playback.js';
import { FrameRate } from './FrameRate.js';

export function ClipTools({ clip }: { readonly clip: Clip }) {
  const toolResult = useStudio(({ view }) => view.motion.toolResult);
  return (
    <>
      <Section title="Clip">
        <div className="row">
          <Button onClick={editAsKeys} title="Reduce the clip to a few editable keyframes">
            Edit as keyframes
          </Button>
          <Button onClick={() => applyShownPose()} title="Apply this frame as the current pose">
            Apply pose
          </Button>
        </div>
        <div className="row">
          <Button onClick={closeLoop} title="Trim and blend the clip so that it loops">
            Close loop
          </Button>
          <Button onClick={fixFootSliding} title="Keep feet still while they touch the ground">
            Fix foot sliding
          </Button>
        </div>
        <Button
          wide
          icon={<FootIcon />}
          onClick={addPhysics}
          title="Simulate the clip with gravity and ground contacts"
        >
          Add physics
        </Button>
        <div className="row">
          <Button onClick={mirror} title="Swap left and right">
            Mirror
          </Button>
          <Button onClick={reverse} title="Play backwards">
            Reverse
          </Button>
        </div>
        <div className="row">
          <Button onClick={turnRootMotionOff} title="Remove the root motion: the body moves in place">
            Root motion off
          </Button>
          <Button
            onClick={turnRootMotionOn}
            title="Add root motion at the speed at which the feet do not slide"
          >
            Root motion on
          </Button>
        </div>
        {toolResult && (
          <p className="motion-result" role="status">
            <CheckIcon />
            {toolResult}
          </p>
        )}
      </Section>
      <Timing clip={clip} />
      <Joining />
    </>
  );
}

const PACE_OPTIONS: readonly { readonly value: EasingName; readonly label: string }[] = [
  { value: 'in-out', label: 'Ease in and out' },
  { value: 'in', label: 'Ease in' },
  { value: 'out', label: 'Ease out' },
];

function Timing({ clip }: { readonly clip: Clip }) {
  const [pace, setPace] = useState<EasingName>('in-out');
  const length = Math.round(clipDuration(clip) * 1000) / 1000;
  const rate = length > 0 ? Math.round((clip.times.length - 1) / clipDuration(clip)) : 30;
  return (
    <Section title="Timing">
      <NumberField
        label="Duration"
        value={length}
        min={0.03}
        max={600}
        step={0.1}
        unit="s"
        disabled={!(length > 0)}
        onChange={(seconds) => seconds !== length && retime(seconds)}
      />
      <FrameRate value={rate} onChange={resample} />
      <Field label="Speed">
        <Button onClick={() => speedUp(0.5)} label="Half speed">
          ½ ×
        </Button>
        <Button onClick={() => speedUp(2)} label="Double speed">
          2 ×
        </Button>
      </Field>
      <div className="motion-pair">
        <Select label="Easing" value={pace} options={PACE_OPTIONS} onChange={setPace} />
        <Button onClick={() => ease(pace)} label="Apply easing">
          Apply
        </Button>
      </div>
      <Field label="Trim at playhead">
        <Button onClick={() => trim('before')} label="Trim start" title="Remove the part before the playhead">
          Before
        </Button>
        <Button onClick={() => trim('after')} label="Trim end" title="Remove the part after the playhead">
          After
        </Button>
      </Field>
    </Section>
  );
}

/** Appends another clip. */
function Joining() {
  const clips = useStudio((state) => documentOf(state)?.model.clips) ?? [];
  const [next, setNext] = useState('0');
  const [blend, setBlend] = useState(0.25);
  const chosen = clips[Number(next)] ?? clips[0];
  if (clips.length === 0) return null;
  return (
    <Section title="Join" folds startsFolded>
      <Select
        label="Append"
        value={clips.indexOf(chosen) < 0 ? '0' : next}
        options={clips.map((one, i) => ({ value: String(i), label: clipLabel(one, i) }))}
        onChange={setNext}
      />
      <Slider
        label="Blend"
        value={blend}
        max={1}
        step={0.05}
        format={(value) => `${value.toFixed(2)} s`}
        onChange={setBlend}
      />
      <Button wide icon={<PlusIcon />} onClick={() => chosen && joinWith(chosen, blend)}>
        Join clips
      </Button>
    </Section>
  );
}
