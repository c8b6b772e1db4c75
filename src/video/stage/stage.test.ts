import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { projectPointsInto } from '../../render/camera.js';
import { restPose } from '../../rig/rig-records.js';
import { adjustStage } from './adjust-stage.js';
import { createStage } from './create-stage.js';
import { renderStage } from './render-stage.js';
import { decodeStage, encodeStage } from './stage-record.js';

const { rig } = sampleCreature('wolf');

describe('createStage', () => {
  const stage = createStage(rig, { width: 416, height: 240, action: 'walks to the left', subject: 'a dog' });

  it('frames the creature with room to move', () => {
    const projected = new Float64Array((rig.mesh.positions.length / 3) * 4);
    projectPointsInto(projected, stage.camera, 416, 240, rig.mesh.positions);
    for (let i = 0; i < projected.length; i += 4) {
      const [x, y] = [projected[i] / projected[i + 2], projected[i + 1] / projected[i + 2]];
      expect(x > 416 * 0.12 && x < 416 * 0.88 && y > 240 * 0.12 && y < 240 * 0.88).toBe(true);
    }
  });

  it('asks for the action with a static camera', () => {
    expect(stage.prompt).toMatch(/a dog alone.*A dog walks to the left/);
    expect(stage.negativePrompt).toMatch(/camera motion/);
  });

  it('draws the creature apart from the background, and the shadow below it', () => {
    const { pixels } = renderStage(rig, stage, { supersample: 1 });
    let plain = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 2] - pixels[i] > 60) plain++;
    const share = plain / (416 * 240);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.97);
  });

  it('survives JSON', () => {
    const posed = { ...stage, pose: restPose(rig.skeleton) };
    expect(decodeStage(encodeStage(posed))).toEqual(posed);
  });
});

it('decodeStage says what is wrong', () => {
  const good = encodeStage(createStage(rig, { width: 416, height: 240, azimuth: 40, elevation: 10 }));
  expect(() => decodeStage('{')).toThrow(/no JSON/);
  expect(() => decodeStage('[]')).toThrow(/no stage/);
  expect(() => decodeStage(good.replace('"version": 1', '"version": 9'))).toThrow(/version 9/);
  expect(() => decodeStage(good.replace('"width": 416', '"width": 1e9'))).toThrow(/width is/);
  expect(() => decodeStage(good.replace('"eye"', '"nose"'))).toThrow(/camera\.eye needs 3 numbers/);
});

describe('adjustStage', () => {
  const stage = createStage(rig, { width: 400, height: 200, azimuth: 30, elevation: 10 });
  /** The box of the creature in the picture, pixels. */
  const boxOf = ({ camera }: typeof stage) => {
    const projected = new Float64Array((rig.mesh.positions.length / 3) * 4);
    projectPointsInto(projected, camera, 400, 200, rig.mesh.positions);
    const [low, high] = [
      [Infinity, Infinity],
      [-Infinity, -Infinity],
    ];
    for (let i = 0; i < projected.length; i += 4) {
      for (const k of [0, 1]) {
        low[k] = Math.min(low[k], projected[i + k] / projected[i + 2]);
        high[k] = Math.max(high[k], projected[i + k] / projected[i + 2]);
      }
    }
    return { x: (low[0] + high[0]) / 2, y: (low[1] + high[1]) / 2, height: high[1] - low[1] };
  };
  const before = boxOf(stage);

  /** Where the middle of the creature is in the picture, pixels. */
  const middleOf = ({ camera }: typeof stage) => {
    const middle = [0, 1, 2].map((k) => {
      const along = rig.mesh.positions.filter((_, i) => i % 3 === k);
      return (Math.min(...along) + Math.max(...along)) / 2;
    });
    const projected = new Float64Array(4);
    projectPointsInto(projected, camera, 400, 200, Float32Array.from(middle));
    return [projected[0] / projected[2], projected[1] / projected[2]];
  };

  it('moves the body in the picture', () => {
    const [x, y] = middleOf(stage);
    const after = middleOf(adjustStage(rig, stage, { right: 0.1, down: -0.05 }));
    expect(after[0] - x).toBeCloseTo(20, 3);
    expect(after[1] - y).toBeCloseTo(-10, 3);
  });

  it('scales it where it is', () => {
    const after = boxOf(adjustStage(rig, stage, { scale: 1.25 }));
    expect(Math.abs(after.height / before.height - 1.25)).toBeLessThan(0.08);
    expect(Math.abs(after.x - before.x)).toBeLessThan(8);
  });

  it('goes around it, and is the stage that was made there', () => {
    const { camera } = adjustStage(rig, stage, { azimuth: 25, elevation: 15 });
    const there = createStage(rig, { width: 400, height: 200, azimuth: 55, elevation: 25 }).camera;
    for (const axis of ['right', 'up', 'back'] as const) {
      camera[axis].forEach((value, k) => {
        expect(value).toBeCloseTo(there[axis][k], 5);
      });
    }
  });

  it('stops above the body, upright', () => {
    const { back, right } = adjustStage(rig, stage, { elevation: 400 }).camera;
    expect((Math.asin(back[1]) * 180) / Math.PI).toBeCloseTo(88, 3);
    expect(right[1]).toBeCloseTo(0, 6);
  });
});
