import { describe, expect, it } from 'vitest';
import { createBox, createSphere, mergeMeshes } from '../../mesh/primitives.js';
import { subdivide } from '../../mesh/subdivide.js';
import { findImages } from './draft-joints.js';
import { placeBoxJoints } from './place-box-joints.js';
import { splitBoxes } from './split-boxes.js';

const legs = [-1, 1].flatMap((side) =>
  [0.35, -0.35].map((z) => createBox([0.1, 0.3, 0.1], [side * 0.1, 0.15, z])),
);
const trunk = createBox([0.3, 0.2, 0.8], [0, 0.4, 0]);
const head = createBox([0.2, 0.2, 0.2], [0, 0.6, 0.45]);
const eye = createBox([0.02, 0.02, 0.01], [0.05, 0.62, 0.553]);
const beast = mergeMeshes([trunk, ...legs, head, eye]);

describe('a figure made of boxes', () => {
  const joints = placeBoxJoints(beast, true, 0)!;

  it('gets one joint per moving box, at the contact with its parent', () => {
    expect(joints.length).toBe(6);
    for (const side of [-1, 1]) {
      for (const z of [0.35, -0.35]) {
        const away = joints.map(({ position: [x, y, at] }) => Math.hypot(x - side * 0.1, y - 0.3, at - z));
        expect(Math.min(...away)).toBeLessThan(0.02);
      }
    }
    // The trunk turns at the end away from the head.
    expect(joints[0].parent).toBe(-1);
    expect(joints[0].position[2]).toBeLessThan(-0.1);
    expect(joints.slice(1).every(({ parent }) => parent === 0)).toBe(true);
  });

  it('is mirrored exactly', () => {
    expect([...findImages(joints)].every((image) => image >= 0)).toBe(true);
  });

  it('separates boxes that share corners', () => {
    // Legs under the corners of the trunk, welded to it there.
    const flush = [-1, 1].flatMap((side) =>
      [-1, 1].map((end) => createBox([0.1, 0.3, 0.1], [side * 0.1, 0.15, end * 0.35])),
    );
    expect(splitBoxes(mergeMeshes([trunk, ...flush, head]))?.length).toBe(6);
    // However it is cut, unless so finely that its boxes may bend.
    expect(splitBoxes(subdivide(beast, 1))?.length).toBe(7);
    expect(splitBoxes(subdivide(beast, 3))).toBeUndefined();
  });
});

it('returns undefined for every other body', () => {
  expect(placeBoxJoints(mergeMeshes([trunk, head, eye]), true, 0)).toBeUndefined();
  const balls = [0, 1, 2, 3, 4, 5].map(() => createSphere(0.1));
  expect(splitBoxes(mergeMeshes(balls))).toBeUndefined();
  // Nothing stands on the ground.
  expect(placeBoxJoints(beast, true, -1)).toBeUndefined();
});
