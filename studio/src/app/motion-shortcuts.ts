/** @file Shortcuts of the timeline, active while it is open. */

import { seekEnd, seekStart, stepFrames } from '../features/motion/actions/playback.js';
import { documentOf, useStudio } from '../store/store.js';
import type { Shortcut } from './key-combo.js';

type Keys = typeof import('../features/motion/actions/motion-sketch.js');

const isOpen = (): boolean => {
  const state = useStudio.getState();
  return state.view.mode === 'motion' && documentOf(state) !== null;
};

const playhead = (run: () => void) => () => isOpen() && run();

const keys = (run: (actions: Keys) => unknown, needsSelection: boolean) => () =>
  isOpen() &&
  (!needsSelection || useStudio.getState().view.motion.selectedKeys.length > 0) &&
  import('../features/motion/actions/motion-sketch.js').then(run);

const row = (combos: readonly string[], label: string, run: () => unknown): Shortcut => ({
  group: 'Motion',
  keys: combos,
  label,
  run,
});

export const MOTION_SHORTCUTS: readonly Shortcut[] = [
  row(
    ['ArrowLeft'],
    'Previous frame',
    playhead(() => stepFrames(-1)),
  ),
  row(
    ['ArrowRight'],
    'Next frame',
    playhead(() => stepFrames(1)),
  ),
  row(
    ['Shift+ArrowLeft'],
    'Ten frames back',
    playhead(() => stepFrames(-10)),
  ),
  row(
    ['Shift+ArrowRight'],
    'Ten frames forward',
    playhead(() => stepFrames(10)),
  ),
  row(['Home'], 'Jump to start', playhead(seekStart)),
  row(['End'], 'Jump to end', playhead(seekEnd)),
  row(
    ['K'],
    'Insert keyframe',
    keys((actions) => actions.setKey(), false),
  ),
  row(
    ['Delete', 'Backspace'],
    'Delete selected keyframes',
    keys((actions) => actions.deleteKeys(), true),
  ),
  row(
    ['Ctrl+D'],
    'Duplicate selected keyframes',
    keys((actions) => actions.duplicateKeys(), true),
  ),
  row(
    ['Ctrl+A'],
    'Select all keyframes',
    keys((actions) => actions.selectAllKeys(), false),
  ),
];
