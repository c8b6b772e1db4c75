/** @file What can be done to the clip on the timeline. */

import { type Clip, clipDuration, type EasingName } from 'posespace/motion';
import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { Field } from '../../../controls/Field.js';
import { CheckIcon, PlusIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { Slider } from '../../../controls/Slider.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { clipLabel } from '../actions/motion-clips.js';
import {
  closeLoop,
  ease,
  editAsKeys,
  fixFootSliding,
  joinWith,
  mirror,
  retime,
  reverse,
  speedUp,
  trim,
  turnRootMotionOff,
  turnRootMotionOn,
} from '../actions/motion-tools.js';
import { applyShownPose } from '../actions/playback.js';

export function ClipTools({ clip }: { readonly clip: Clip }) {
  const toolResult = useStudio(({ view }) => view.motion.toolResult);
  return (
    <>
      <Section title="Clip">
        <div className="row">
          <Button onClick={editAsKeys} title="A few key poses of it, to be changed">
            Edit as keys
          </Button>
          <Button
            onClick={() => applyShownPose()}
            title="Makes this frame the pose of the creature, to be changed or set as a key"
          >
            Take pose
          </Button>
        </div>
        <div className="row">
          <Button onClick={closeLoop} title="Its end goes on as its beginning">
            Close loop
          </Button>
          <Button onClick={fixFootSliding} title="What touches the ground holds">
            Clean contacts
          </Button>
        </div>
        <div className="row">
          <Button onClick={mirror} title="Left does what right did">
            Mirror
          </Button>
          <Button onClick={reverse} title="Runs backwards">
            Reverse
          </Button>
        </div>
        <div className="row">
          <Button onClick={turnRootMotionOff} title="Removes the root motion">
            In place
          </Button>
          <Button onClick={turnRootMotionOn} title="Travels at the speed at which its feet hold">
            Travel
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
  { value: 'in-out', label: 'In and out' },
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
];

function Timing({ clip }: { readonly clip: Clip }) {
  const [pace, setPace] = useState<EasingName>('in-out');
  const length = Math.round(clipDuration(clip) * 1000) / 1000;
  return (
    <Section title="Timing">
      <NumberField
        label="Length"
        value={length}
        min={0.03}
        max={600}
        step={0.1}
        unit="s"
        disabled={!(length > 0)}
        onChange={(seconds) => seconds !== length && retime(seconds)}
      />
      <Field label="Speed">
        <Button onClick={() => speedUp(0.5)} label="Half speed">
          ½ ×
        </Button>
        <Button onClick={() => speedUp(2)} label="Double speed">
          2 ×
        </Button>
      </Field>
      <div className="motion-pair">
        <Select label="Ease" value={pace} options={PACE_OPTIONS} onChange={setPace} />
        <Button onClick={() => ease(pace)} label="Apply ease">
          Apply
        </Button>
      </div>
      <Field label="Trim at playhead">
        <Button onClick={() => trim('before')} label="Trim start" title="Cuts away what is before it">
          Before
        </Button>
        <Button onClick={() => trim('after')} label="Trim end" title="Cuts away what is behind it">
          After
        </Button>
      </Field>
    </Section>
  );
}

/** Another clip behind this one. */
function Joining() {
  const clips = useStudio((state) => documentOf(state)?.model.clips) ?? [];
  const [next, setNext] = useState('0');
  const [blend, setBlend] = useState(0.25);
  const chosen = clips[Number(next)] ?? clips[0];
  if (clips.length === 0) return null;
  return (
    <Section title="Join" folds startsFolded>
      <Select
        label="SimulatedMotion by"
        value={clips.indexOf(chosen) < 0 ? '0' : next}
        options={clips.map((one, i) => ({ value: String(i), label: clipLabel(one, i) }))}
        onChange={setNext}
      />
      <Slider
        label="Passing over"
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
