import { expect, test } from 'vitest';
import { checkPreferences, PREFERENCES } from './preferences.js';

test('stored preferences are restored', () => {
  const stored = {
    theme: 'light',
    panelWidth: 400,
    panelHeight: 300,
    panelOpen: false,
    hasDragged: true,
    footLock: false,
    locality: 0.25,
    coached: true,
  };
  expect(checkPreferences(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test('invalid values become defaults', () => {
  for (const value of [null, 7, 'text', [], {}, { theme: 3, panelWidth: 'wide', panelHeight: -5 }]) {
    expect(checkPreferences(value)).toEqual(PREFERENCES);
  }
});
