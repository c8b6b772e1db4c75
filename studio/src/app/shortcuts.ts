/**
 * @file The table of keyboard shortcuts: what the keys do and what the sheet says. Rooms are loaded when a key of
 * theirs is first pressed.
 */

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

/** Runs what needs something to be open. */
const withDocument = (run: () => unknown) => () => documentOf(useStudio.getState()) !== null && run();

const motion = () => import('../features/motion/actions/playback.js');
const exporting = () => import('../features/export/actions/export-file.js');

export const SHORTCUTS: readonly Shortcut[] = [
  { group: 'Stage', keys: ['W'], label: 'Move the selected joint', run: chooseTool('move') },
  { group: 'Stage', keys: ['E'], label: 'Turn the selected joint', run: chooseTool('rotate') },
  { group: 'Stage', keys: ['R'], label: 'Drag anything freely', run: chooseTool('drag') },
  { group: 'Stage', keys: ['F'], label: 'Frame the creature', run: withDocument(frameBody) },
  { group: 'Stage', keys: ['X'], label: 'Bones through the mesh', run: flip('xray') },
  { group: 'Stage', keys: ['N'], label: 'Names of joints', run: flip('names') },
  {
    group: 'Motion',
    keys: ['Space'],
    label: 'Play or pause',
    run: withDocument(async () => (await motion()).togglePlay()),
  },
  ...POSE_SHORTCUTS,
  ...MOTION_SHORTCUTS,
  { group: 'Everywhere', keys: ['Z', 'Ctrl+Z'], label: 'Undo', run: undoChange },
  { group: 'Everywhere', keys: ['Shift+Z', 'Ctrl+Shift+Z', 'Ctrl+Y'], label: 'Redo', run: redoChange },
  { group: 'Everywhere', keys: ['Ctrl+O'], label: 'Open a file', run: () => void openFromDialog(false) },
  {
    group: 'Everywhere',
    keys: ['Ctrl+S'],
    label: 'Export GLB',
    run: withDocument(async () => (await exporting()).exportGlb()),
  },
  { group: 'Everywhere', keys: ['?'], label: 'This sheet', run: () => showDialog('shortcuts') },
  { group: 'Everywhere', keys: ['Escape'], label: 'Let go: selection, preview', run: clearSelection },
  {
    group: 'Everywhere',
    keys: MODES.map((_, i) => String(i + 1)),
    label: 'Modes',
    run: (key) => showMode(MODES[Number(key) - 1]),
  },
];

/** Leaves the innermost thing that is going on; editing joints has its own way out. */
function clearSelection(): boolean {
  const { scene, rig } = useStudio.getState().view;
  if (rig.editing || (!scene.preview && scene.selected < 0)) return false;
  setView('scene', scene.preview ? { preview: null } : { selected: -1 });
  return true;
}

/** Answers a key; not while something is being typed or a dialog is open. */
export function pressKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isTyping(event.target) || useStudio.getState().view.dialog) return;
  if (isForControl(event)) return;
  // A key may mean something else in another room: the first that has something to do takes it.
  for (const { keys, run } of SHORTCUTS) {
    const combo = keys.find((one) => isCombo(event, one));
    if (combo === undefined || run(combo) === false) continue;
    event.preventDefault();
    return;
  }
}

/** Space presses what is focused, arrows and the like move a slider or choose among a few. */
const isForControl = ({ key, target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  ((key === ' ' && /^(BUTTON|INPUT|SUMMARY|A)$/.test(target.tagName)) ||
    (/^(Arrow|Home|End)/.test(key) && target.tagName === 'INPUT'));
