import { expect, it } from 'vitest';
import { MARGIN, panWindow, rulerTicks, toTime, toX, zoomWindow } from './time-scale.js';

it('converts time to pixels and back', () => {
  const scale = { from: 0.5, to: 2, width: 400 };
  expect(toX(scale, 0.5)).toBe(MARGIN);
  expect(toX(scale, 2)).toBeCloseTo(400 - MARGIN, 9);
  expect(toTime(scale, toX(scale, 1.3))).toBeCloseTo(1.3, 9);
});

it.each([0.2, 1.2, 7, 60, 900])('a ruler of %s seconds has a few labels that do not overlap', (to) => {
  const scale = { from: 0, to, width: 860 };
  const ticks = rulerTicks(scale);
  const labels = ticks.filter(({ label }) => label);
  expect(labels.length).toBeGreaterThanOrEqual(3);
  expect(labels.length).toBeLessThanOrEqual(12);
  expect(new Set(labels.map(({ label }) => label)).size).toBe(labels.length);
  for (let i = 1; i < ticks.length; i++)
    expect(toX(scale, ticks[i].time) - toX(scale, ticks[i - 1].time)).toBeGreaterThanOrEqual(8.9);
});

it('zooming keeps the time under the pointer, and ends at the full range', () => {
  const scale = { from: 0, to: 10, width: 500 };
  const near = zoomWindow(scale, 4, 0.5, 10)!;
  expect(near.to - near.from).toBeCloseTo(5, 9);
  expect(toX({ ...scale, ...near }, 4)).toBeCloseTo(toX(scale, 4), 6);
  expect(zoomWindow({ ...scale, ...near }, 4, 4, 10)).toBeNull();
});

it('panning stops at both ends', () => {
  const scale = { from: 2, to: 4, width: 500 };
  expect(panWindow(scale, 100, 10)).toEqual({ from: 8, to: 10 });
  expect(panWindow(scale, -100, 10)).toEqual({ from: 0, to: 2 });
});
