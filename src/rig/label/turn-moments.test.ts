import { expect, it } from 'vitest';
import { createSphere } from '../../mesh/primitives.js';
import { MOMENTS, measureJointShapes } from './joint-moments.js';
import { turnMoments } from './turn-moments.js';

const ball = createSphere(1, 12, 12);
const mesh = {
  ...ball,
  positions: ball.positions.map((value, i) => value * [3, 1, 2][i % 3] + [1, 0, 4][i % 3]),
};
const vertices = mesh.positions.length / 3;
const skin = {
  joints: Uint16Array.from({ length: vertices }, (_, v) => +(mesh.positions[v * 3 + 2] > 4)),
  weights: new Float32Array(vertices).fill(1),
  influenceCount: 1,
};
const skeleton = { parents: Int16Array.of(-1, 0), rest: Float32Array.of(0, 0, 0, 1, 1, 1) };

it('gives the moments of the turned and mirrored surface', () => {
  const angle = Math.PI / 2;
  const [c, s, m] = [Math.cos(angle), Math.sin(angle), -1];
  const turned = mesh.positions.map((_, i) => {
    const [x, y, z] = mesh.positions.subarray(i - (i % 3), i - (i % 3) + 3);
    return [m * (c * x + s * z), y, c * z - s * x][i % 3];
  });
  const own = measureJointShapes(skeleton, mesh, skin);
  const out = new Float32Array(own.moments.length);
  turnMoments(out, 0, own.moments, c, s, m);
  const wanted = measureJointShapes(skeleton, { ...mesh, positions: turned }, skin).moments;
  for (const [i, value] of wanted.entries()) expect(out[i]).toBeCloseTo(value, 5);
});

it('adds up: two joints have the moments of one', () => {
  const { moments } = measureJointShapes(skeleton, mesh, skin);
  const whole = measureJointShapes(skeleton, mesh, { ...skin, joints: skin.joints.map(() => 0) }).moments;
  for (let k = 0; k < MOMENTS; k++) expect(moments[k] + moments[MOMENTS + k]).toBeCloseTo(whole[k], 5);
  expect(whole[0]).toBeCloseTo(1, 5);
});
