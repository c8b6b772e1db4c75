/** @file Shortcuts and the notation of their keys: `W`, `Shift+Z`, `Ctrl+C`, `Space`, `?`. */

export const SHORTCUT_GROUPS = ['Stage', 'Pose', 'Rig', 'Motion', 'Everywhere'] as const;

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: (typeof SHORTCUT_GROUPS)[number];
  /** Gets the pressed keys; returns false where it does not apply, so that another shortcut can handle the key. */
  readonly run: (combo: string) => unknown;
}

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key event matches a combination; Ctrl is Command on a Mac. */
export function isCombo(pressed: PressedKey, combo: string): boolean {
  const parts = combo.split('+');
  const key = parts[parts.length - 1];
  const has = (name: string) => parts.slice(0, -1).includes(name);
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== has('Ctrl')) return false;
  // Characters like `?` need Shift on some keyboard layouts only.
  const shiftMatters = key.length > 1 || /[a-z0-9]/i.test(key);
  if (shiftMatters && pressed.shiftKey !== has('Shift')) return false;
  return nameOf(pressed.key) === key.toLowerCase();
}

const nameOf = (key: string): string => (key === ' ' ? 'space' : key.toLowerCase());

/** Whether the focused element takes text, so that keys are not shortcuts. */
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
