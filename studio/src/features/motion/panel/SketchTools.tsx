/** @file The clip in the making: its name, how the interpolation between keys is found, and making a clip of it. */

import { Button } from '../../../controls/Button.js';
import { LoopIcon, PlusIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Segmented } from '../../../controls/Segmented.js';
import { TextField } from '../../../controls/TextField.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import {
  addSketchToClips,
  clearSketch,
  closeSketch,
  duplicateKeys,
  nameSketch,
  namesakeOf,
  replaceFromSketch,
  setInterpolation,
  setKey,
} from '../actions/motion-sketch.js';
import { FilledKeyIcon } from './motion-icons.js';

const INTERPOLATIONS = [
  { value: 'pose-space', label: 'Pose space', title: 'Along what the body can do, clear of itself' },
  { value: 'joints', label: 'Joints', title: 'Every joint on a smooth curve of its own' },
] as const;

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
        <Button icon={<FilledKeyIcon />} onClick={setKey} label="Set key here" title="K">
          Set key
        </Button>
        <Button onClick={duplicateKeys} disabled={selected === 0} title="Selected keys once more, at the end">
          Duplicate keys
        </Button>
      </div>
      <Toggle
        label="Auto key"
        value={autoKey}
        onChange={(on) => setView('motion', { autoKey: on })}
        title="Every change of the pose becomes a key at the playhead"
      />
      <div className="motion-interpolation">
        <span className="field-label">Between keys</span>
        <Segmented
          label="Between keys"
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
          disabled={keys.length < 2}
          label="Close with first key"
        >
          Close loop
        </Button>
        <Button kind="quiet" onClick={clearSketch} disabled={keys.length === 0} label="Clear keys">
          Clear
        </Button>
      </div>
      <Button kind="primary" wide icon={<PlusIcon />} onClick={addSketchToClips} disabled={keys.length < 2}>
        Add to clips
      </Button>
      {namesake && (
        <Button
          wide
          onClick={replaceFromSketch}
          disabled={keys.length < 2}
          title="In the place of the clip of this name"
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

/** How far the search for ways between keys has come. */
function TransitionProgress() {
  const transitionProgress = useStudio(({ view }) => view.motion.transitionProgress);
  const facts = useStudio(({ view }) => view.scene.facts);
  const waiting = useStudio((state) => {
    const sketch = documentOf(state)?.sketch;
    return sketch !== undefined && sketch.interpolation === 'pose-space' && sketch.keys.length > 1;
  });
  if (!waiting || (!transitionProgress && facts)) return null;
  const words = transitionProgress
    ? `interpolation ${transitionProgress.done + 1} of ${transitionProgress.total}`
    : 'when the pose space is open';
  return (
    <p className="hint" role="status">
      TransitionProgress the interpolation between keys: {words}. Until then joints turn evenly.
    </p>
  );
}
