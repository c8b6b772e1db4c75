/** @file Keys as they are written in the table of shortcuts: `W`, `Shift+Z`, `Ctrl+C`, `Space`, `?`. */

export const SHORTCUT_GROUPS = ['Stage', 'Pose', 'Rig', 'Motion', 'Everywhere'] as const;

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: (typeof SHORTCUT_GROUPS)[number];
  /** Gets the keys that were pressed; gives false where it has nothing to do: others then get the key. */
  readonly run: (combo: string) => unknown;
}

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether what was pressed is this combination; Ctrl is Command on a Mac. */
export function isCombo(pressed: PressedKey, combo: string): boolean {
  const parts = combo.split('+');
  const key = parts[parts.length - 1];
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== wants('Ctrl')) return false;
  // Signs like `?` need Shift on some keyboards and not on others.
  const shiftMatters = key.length > 1 || /[a-z0-9]/i.test(key);
  if (shiftMatters && pressed.shiftKey !== wants('Shift')) return false;
  return nameOf(pressed.key) === key.toLowerCase();
}

const nameOf = (key: string): string => (key === ' ' ? 'space' : key.toLowerCase());

/** Whether keys go to what is focused rather than to the studio. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !/^(checkbox|radio|range|button)$/.test(target.type);
}
