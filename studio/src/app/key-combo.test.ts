import { expect, test } from 'vitest';
import { isCombo, type PressedKey } from './key-combo.js';

const press = (key: string, patch: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...patch,
});

test('a letter matches without modifiers only', () => {
  expect(isCombo(press('z'), 'Z')).toBe(true);
  expect(isCombo(press('Z', { shiftKey: true }), 'Z')).toBe(false);
  expect(isCombo(press('Z', { shiftKey: true }), 'Shift+Z')).toBe(true);
  expect(isCombo(press('z', { ctrlKey: true }), 'Z')).toBe(false);
  expect(isCombo(press('z', { altKey: true }), 'Z')).toBe(false);
});

test('Ctrl is Command on a Mac', () => {
  expect(isCombo(press('z', { ctrlKey: true }), 'Ctrl+Z')).toBe(true);
  expect(isCombo(press('z', { metaKey: true }), 'Ctrl+Z')).toBe(true);
  expect(isCombo(press('Z', { metaKey: true, shiftKey: true }), 'Ctrl+Shift+Z')).toBe(true);
  expect(isCombo(press('z'), 'Ctrl+Z')).toBe(false);
});

test('punctuation matches with or without Shift', () => {
  expect(isCombo(press('?', { shiftKey: true }), '?')).toBe(true);
  expect(isCombo(press('?'), '?')).toBe(true);
  expect(isCombo(press(' '), 'Space')).toBe(true);
  expect(isCombo(press('Escape'), 'Escape')).toBe(true);
});
