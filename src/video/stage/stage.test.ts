import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { projectPointsInto } from '../../render/camera.js';
import { restPose } from '../../rig/rig-records.js';
import { createStage } from './create-stage.js';
import { renderStage } from './render-stage.js';
import { decodeStage, encodeStage } from './stage-record.js';

const { rig } = sampleCreature('quadruped');

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
