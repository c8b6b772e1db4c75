/** @file Small habits of the user, stored between visits: the theme, the size of the panel, which hints were seen. */

const KEY = 'posespace.preferences.1';

export interface Preferences {
  readonly theme: 'dark' | 'light';
  /** Width of the panel, pixels; its height where it is a sheet. */
  readonly panelWidth: number;
  readonly panelHeight: number;
  readonly panelOpen: boolean;
  /** Whether the hint to drag was followed once. */
  readonly hasDragged: boolean;
}

export const PREFERENCES: Preferences = Object.freeze({
  theme: 'dark',
  panelWidth: 296,
  panelHeight: 380,
  panelOpen: true,
  hasDragged: false,
});

/** What was stored; where nothing was, or it is not what it should be, the defaults. */
export function readPreferences(): Preferences {
  try {
    return checkPreferences(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return PREFERENCES;
  }
}

export function savePreferences(patch: Partial<Preferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPreferences(), ...patch }));
  } catch {
    // A browser that keeps nothing is no reason to stop: the defaults come back next time.
  }
}

/** Takes of a stored value what has the right kind. */
export function checkPreferences(value: unknown): Preferences {
  const stored = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const number = (name: 'panelWidth' | 'panelHeight'): number => {
    const size = stored[name];
    return typeof size === 'number' && size >= 100 && size <= 2000 ? size : PREFERENCES[name];
  };
  return {
    theme: stored.theme === 'light' ? 'light' : 'dark',
    panelWidth: number('panelWidth'),
    panelHeight: number('panelHeight'),
    panelOpen: stored.panelOpen !== false,
    hasDragged: stored.hasDragged === true,
  };
}
