/** @file Shortcuts of the timeline, active while it is open. */

import { documentOf, useStudio } from '../store/store.js';
import type { Shortcut } from './key-combo.js';

type Playhead = typeof import('../features/motion/actions/playback.js');
type Keys = typeof import('../features/motion/actions/motion-sketch.js');

const isOpen = (): boolean => {
  const state = useStudio.getState();
  return state.view.mode === 'motion' && documentOf(state) !== null;
};

const playhead = (run: (room: Playhead) => unknown) => () =>
  isOpen() && import('../features/motion/actions/playback.js').then(run);

const keys = (run: (room: Keys) => unknown, needsSelection: boolean) => () =>
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
    playhead((room) => room.stepFrames(-1)),
  ),
  row(
    ['ArrowRight'],
    'Next frame',
    playhead((room) => room.stepFrames(1)),
  ),
  row(
    ['Shift+ArrowLeft'],
    'Ten frames back',
    playhead((room) => room.stepFrames(-10)),
  ),
  row(
    ['Shift+ArrowRight'],
    'Ten frames forward',
    playhead((room) => room.stepFrames(10)),
  ),
  row(
    ['Home'],
    'Jump to start',
    playhead((room) => room.seekStart()),
  ),
  row(
    ['End'],
    'Jump to end',
    playhead((room) => room.seekEnd()),
  ),
  row(
    ['K'],
    'Insert keyframe',
    keys((room) => room.setKey(), false),
  ),
  row(
    ['Delete', 'Backspace'],
    'Delete selected keyframes',
    keys((room) => room.deleteKeys(), true),
  ),
  row(
    ['Ctrl+D'],
    'Duplicate selected keyframes',
    keys((room) => room.duplicateKeys(), true),
  ),
  row(
    ['Ctrl+A'],
    'Select all keyframes',
    keys((room) => room.selectAllKeys(), false),
  ),
];
