/**
 * @file The table of keyboard shortcuts, read by the key handler and by the shortcut sheet. Actions of a feature are
 * loaded when one of its keys is first pressed.
 */

import { togglePlay } from '../features/motion/actions/playback.js';
import { openFromDialog } from '../features/open/actions/choose-files.js';
import { frameBody } from '../features/open/actions/open-files.js';
import {
  documentOf,
  redoChange,
  setView,
  showDialog,
  showMode,
  undoChange,
  useStudio,
} from '../store/store.js';
import { MODES, type Tool } from '../store/view-state.js';
import { isCombo, isTyping, type Shortcut } from './key-combo.js';
import { MOTION_SHORTCUTS } from './motion-shortcuts.js';
import { POSE_SHORTCUTS } from './pose-shortcuts.js';

const chooseTool = (tool: Tool) => () => setView('scene', { tool });
const flip = (name: 'xray' | 'names' | 'sides' | 'ground') => () =>
  setView('scene', { [name]: !useStudio.getState().view.scene[name] });

/** An action that needs an open document. */
const withDocument = (run: () => unknown) => () => documentOf(useStudio.getState()) !== null && run();

const exporting = () => import('../features/export/actions/export-file.js');

export const SHORTCUTS: readonly Shortcut[] = [
  { group: 'Stage', keys: ['W'], label: 'Move tool', run: chooseTool('move') },
  { group: 'Stage', keys: ['E'], label: 'Rotate tool', run: chooseTool('rotate') },
  { group: 'Stage', keys: ['R'], label: 'Drag tool', run: chooseTool('drag') },
  { group: 'Stage', keys: ['F'], label: 'Frame selection', run: withDocument(frameBody) },
  { group: 'Stage', keys: ['X'], label: 'X-ray bones', run: flip('xray') },
  { group: 'Stage', keys: ['N'], label: 'Joint names', run: flip('names') },
  {
    group: 'Motion',
    keys: ['Space'],
    label: 'Play / pause',
    run: withDocument(togglePlay),
  },
  ...POSE_SHORTCUTS,
  ...MOTION_SHORTCUTS,
  { group: 'Everywhere', keys: ['Z', 'Ctrl+Z'], label: 'Undo', run: undoChange },
  { group: 'Everywhere', keys: ['Shift+Z', 'Ctrl+Shift+Z', 'Ctrl+Y'], label: 'Redo', run: redoChange },
  { group: 'Everywhere', keys: ['Ctrl+O'], label: 'Open file', run: () => void openFromDialog(false) },
  {
    group: 'Everywhere',
    keys: ['Ctrl+S'],
    label: 'Export GLB',
    run: withDocument(async () => (await exporting()).exportGlb()),
  },
  { group: 'Everywhere', keys: ['?'], label: 'Keyboard shortcuts', run: () => showDialog('shortcuts') },
  { group: 'Everywhere', keys: ['Escape'], label: 'Clear preview, then selection', run: clearSelection },
  {
    group: 'Everywhere',
    keys: MODES.map((_, i) => String(i + 1)),
    label: 'Modes',
    run: (key) => showMode(MODES[Number(key) - 1]),
  },
];

/** Ends the preview, else clears the selection; the rig panel handles Escape in edit mode. */
function clearSelection(): boolean {
  const { scene, rig } = useStudio.getState().view;
  if (rig.editing || (!scene.preview && scene.selected < 0)) return false;
  setView('scene', scene.preview ? { preview: null } : { selected: -1 });
  return true;
}

/** Handles a key, except while text is typed or a dialog is open. */
export function pressKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isTyping(event.target)) return;
  const { dialog, question } = useStudio.getState().view;
  if (dialog || question) return;
  if (isForControl(event)) return;
  // A key may have several actions: the first that applies handles it.
  for (const { keys, run } of SHORTCUTS) {
    const combo = keys.find((one) => isCombo(event, one));
    if (combo === undefined || run(combo) === false) continue;
    event.preventDefault();
    return;
  }
}

/** Whether the focused control needs the key: Space presses it, arrows move a slider. */
const isForControl = ({ key, target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  ((key === ' ' && /^(BUTTON|INPUT|SUMMARY|A)$/.test(target.tagName)) ||
    (/^(Arrow|Home|End)/.test(key) && target.tagName === 'INPUT'));
