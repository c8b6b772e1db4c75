import { describe, expect, it } from 'vitest';
import { createWheelReader } from './wheel.js';

const event = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, shiftKey: false, timeStamp: 0 };

describe('createWheelReader', () => {
  it('zooms with a wheel in any unit', () => {
    const read = createWheelReader();
    const near = read({ ...event, deltaY: -120 });
    expect(near.kind).toBe('zoom');
    expect(near.kind === 'zoom' && near.factor).toBeLessThan(1);
    const lines = read({ ...event, deltaY: 3, deltaMode: 1, timeStamp: 10 });
    expect(lines.kind === 'zoom' && lines.factor).toBeGreaterThan(1);
  });

  it('zooms with a pinch, gently', () => {
    const pinch = createWheelReader()({ ...event, deltaY: -2.5, ctrlKey: true });
    expect(pinch.kind === 'zoom' && pinch.factor).toBeCloseTo(Math.exp(-0.025));
  });

  it('orbits with two fingers, also straight up and down', () => {
    const read = createWheelReader();
    expect(read({ ...event, deltaX: 3, deltaY: 20 })).toEqual({ kind: 'orbit', x: -3, y: -20 });
    expect(read({ ...event, deltaY: 100, timeStamp: 16 }).kind).toBe('orbit');
    expect(read({ ...event, deltaY: 100, timeStamp: 900 }).kind).toBe('zoom');
  });
});
