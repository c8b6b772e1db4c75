/** @file The new clip: name, keyframes, interpolation, adding it to the clips. */

import { Button } from '../../../controls/Button.js';
import { LoopIcon, PlusIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Segmented } from '../../../controls/Segmented.js';
import { optionsOf, Select } from '../../../controls/Select.js';
import { TextField } from '../../../controls/TextField.js';
import { Toggle } from '../../../controls/Toggle.js';
import type { KeyEasing } from '../../../store/document.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import {
  addSketchToClips,
  clearSketch,
  closeSketch,
  duplicateKeys,
  easeKeys,
  nameSketch,
  namesakeOf,
  replaceFromSketch,
  setInterpolation,
  setKey,
  setSketchLength,
  setSketchRate,
  sketchRate,
} from '../actions/motion-sketch.js';
import { FrameRate } from './FrameRate.js';
import { FilledKeyIcon } from './motion-icons.js';

const INTERPOLATIONS = [
  { value: 'pose-space', label: 'Pose space', title: 'Natural poses without self-intersections' },
  { value: 'joints', label: 'Per joint', title: 'A smooth curve per joint' },
] as const;

const TWO_KEYS = 'A clip needs two keyframes';

export function SketchTools() {
  const sketch = useStudio((state) => documentOf(state)?.sketch);
  const autoKey = useStudio(({ view }) => view.motion.autoKey);
  const selected = useStudio(({ view }) => view.motion.selectedKeys.length);
  const namesake = useStudio((state) => (documentOf(state) ? namesakeOf(documentOf(state)!) >= 0 : false));
  if (!sketch) return null;
  const { keys, name, interpolation } = sketch;
  return (
    <Section title="New clip">
      <TextField label="Name" value={name} onChange={nameSketch} />
      <div className="row">
        <Button icon={<FilledKeyIcon />} onClick={setKey} label="Insert keyframe here" title="K">
          Insert keyframe
        </Button>
        <Button
          onClick={duplicateKeys}
          disabled={selected === 0 && 'Select a keyframe on the timeline first'}
          title="Copy the selected keyframes to the playhead (Ctrl+D)"
        >
          Duplicate
        </Button>
      </div>
      <EasingChoice />
      <NumberField
        label="Length"
        value={Math.round((keys[keys.length - 1]?.time ?? 0) * 1000) / 1000}
        min={0.05}
        max={600}
        step={0.1}
        unit="s"
        disabled={keys.length < 2}
        hint={keys.length < 2 ? 'The last of two or more keyframes sets the length.' : undefined}
        onChange={setSketchLength}
      />
      <FrameRate value={sketchRate(sketch)} onChange={setSketchRate} />
      <Toggle
        label="Auto key"
        value={autoKey}
        onChange={(on) => setView('motion', { autoKey: on })}
        title="Insert a keyframe at the playhead whenever the pose changes"
      />
      <div className="motion-interpolation">
        <span className="field-label">Interpolation</span>
        <Segmented
          label="Interpolation"
          value={interpolation}
          options={INTERPOLATIONS}
          onChange={setInterpolation}
        />
      </div>
      <TransitionProgress />
      <div className="row">
        <Button
          icon={<LoopIcon />}
          onClick={closeSketch}
          disabled={keys.length < 2 && TWO_KEYS}
          label="Close loop with the first keyframe"
        >
          Close loop
        </Button>
        <Button
          kind="quiet"
          onClick={clearSketch}
          disabled={keys.length === 0 && 'There are no keyframes'}
          label="Clear keyframes"
        >
          Clear
        </Button>
      </div>
      <Button
        kind="primary"
        wide
        icon={<PlusIcon />}
        onClick={addSketchToClips}
        disabled={keys.length < 2 && TWO_KEYS}
      >
        Add to clips
      </Button>
      {namesake && (
        <Button
          wide
          onClick={replaceFromSketch}
          disabled={keys.length < 2 && TWO_KEYS}
          title="Replace the clip of the same name"
        >
          Replace clip
        </Button>
      )}
      {keys.length < 2 && (
        <p className="hint">
          Pose the creature and press <kbd>K</kbd>. Move the playhead, pose it again, press <kbd>K</kbd>{' '}
          again.
        </p>
      )}
    </Section>
  );
}

const EASING_LABELS: Readonly<Record<KeyEasing, string>> = {
  smooth: 'Smooth',
  linear: 'Linear',
  in: 'Ease in',
  out: 'Ease out',
  'in-out': 'Ease in and out',
  hold: 'Hold',
};

/** How the motion leaves the selected keyframes. */
function EasingChoice() {
  const keys = useStudio((state) => documentOf(state)?.sketch.keys);
  const selected = useStudio(({ view }) => view.motion.selectedKeys);
  const first = keys?.[selected[0]];
  return (
    <Select
      label="Easing"
      value={first?.easing ?? 'smooth'}
      options={optionsOf(EASING_LABELS)}
      disabled={!first}
      hint={first ? undefined : 'Select a keyframe to set how the motion leaves it.'}
      onChange={easeKeys}
    />
  );
}

/** Progress of the transitions. */
function TransitionProgress() {
  const transitionProgress = useStudio(({ view }) => view.motion.transitionProgress);
  const facts = useStudio(({ view }) => view.scene.facts);
  const waiting = useStudio((state) => {
    const sketch = documentOf(state)?.sketch;
    return sketch !== undefined && sketch.interpolation === 'pose-space' && sketch.keys.length > 1;
  });
  if (!waiting || (!transitionProgress && facts)) return null;
  const words = transitionProgress
    ? `${transitionProgress.done + 1} of ${transitionProgress.total}`
    : 'waiting for the pose space';
  return (
    <p className="hint" role="status">
      Computing transitions: {words}. Until then joints are interpolated one by one.
    </p>
  );
}
