/** @file Shortcuts for poses, active in every mode. */

import { documentOf, useStudio } from '../store/store.js';
import type { Shortcut } from './key-combo.js';

type Poses = typeof import('../features/pose/actions/pose-edit.js');

const poses = (run: (actions: Poses) => unknown) => () =>
  documentOf(useStudio.getState()) !== null && import('../features/pose/actions/pose-edit.js').then(run);

/** Selected text is copied by the browser. */
const isTextSelected = (): boolean => (getSelection()?.toString() ?? '') !== '';

function pinSelected(): unknown {
  const { selected } = useStudio.getState().view.scene;
  return (
    selected >= 0 &&
    import('../features/pose/actions/pose-pins.js').then((actions) => actions.togglePin(selected, 'position'))
  );
}

export const POSE_SHORTCUTS: readonly Shortcut[] = [
  { group: 'Pose', keys: ['M'], label: 'Mirror pose', run: poses((actions) => actions.mirrorPose()) },
  {
    group: 'Pose',
    keys: ['Ctrl+C'],
    label: 'Copy pose',
    run: () => !isTextSelected() && poses((actions) => actions.copyPose())(),
  },
  { group: 'Pose', keys: ['Ctrl+V'], label: 'Paste pose', run: poses((actions) => actions.pastePose()) },
  { group: 'Pose', keys: ['P'], label: 'Pin or unpin the selected joint', run: pinSelected },
  // Handled by the rig panel in edit mode; listed here for the sheet.
  { group: 'Rig', keys: ['Delete'], label: 'Delete the selected joint', run: () => false },
];
