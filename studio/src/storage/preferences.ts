/** @file Preferences, stored between visits: theme, panel size, hints already seen. */

import { DRAG_DEFAULTS } from 'posespace';

const KEY = 'posespace.preferences.1';

export interface Preferences {
  readonly theme: 'dark' | 'light';
  /** Width of the panel, pixels; its height where it is a sheet. */
  readonly panelWidth: number;
  readonly panelHeight: number;
  readonly panelOpen: boolean;
  /** Whether the user has dragged a creature once. */
  readonly hasDragged: boolean;
  /** Whether feet are locked to the ground, and how local drags are, 0 to 1. */
  readonly footLock: boolean;
  readonly locality: number;
  /** Whether the marks that explain the studio were seen. */
  readonly coached: boolean;
}

export const PREFERENCES: Preferences = Object.freeze({
  theme: 'dark',
  panelWidth: 296,
  panelHeight: 380,
  panelOpen: true,
  hasDragged: false,
  footLock: true,
  locality: DRAG_DEFAULTS.locality,
  coached: false,
});

/** The stored preferences; defaults where they are missing or invalid. */
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
    // Without storage the defaults return on the next visit.
  }
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** Validates a stored value. */
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
    footLock: stored.footLock !== false,
    coached: stored.coached === true,
    locality: isShare(stored.locality) ? stored.locality : PREFERENCES.locality,
  };
}
