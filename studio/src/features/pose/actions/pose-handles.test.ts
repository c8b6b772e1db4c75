import type { Model } from 'posespace/io';
import { poseJoints, restPose, type Skeleton } from 'posespace/rig';
import { expect, it } from 'vitest';
import type { StudioDocument } from '../../../store/document.js';
import { documentDragHandles } from './pose-handles.js';
import { findMirror } from './pose-mirror.js';

/** A body with two arms; its mirror plane lies at x = 1. */
const skeleton: Skeleton = {
  names: ['hips', 'left', 'right'],
  parents: Int16Array.of(-1, 0, 0),
  rest: Float32Array.of(1, 0, 0, 2, 1, 0, 0, 1, 0),
  frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
};
const mesh = {
  positions: Float32Array.of(2, 1, 0.1, 0, 1, 0.1, 1, 0, 0),
  triangles: Uint32Array.of(0, 1, 2),
};
const document = {
  model: { skeleton, mesh } as unknown as Model,
  partners: Int16Array.of(0, 2, 1),
  pose: restPose(skeleton),
  pins: [],
} as unknown as StudioDocument;
const globals = poseJoints(skeleton, document.pose);
const none = { symmetric: false, locks: [], root: -1 };

it('mirrors positions, joints and vertices across the mirror plane', () => {
  const mirror = findMirror(document, globals)!;
  expect(mirror.position([2.5, 1, 3])).toEqual([-0.5, 1, 3]);
  expect(mirror.partner(1)).toBe(2);
  expect(mirror.partner(0)).toBeUndefined();
  expect(mirror.vertex(0)).toBe(1);
  expect(mirror.vertex(2)).toBeUndefined();
});

it('mirrors relative to a rotated root', () => {
  // A quarter turn about +Y: the body's left, +X, points to −Z.
  const rotations = document.pose.rotations.slice();
  rotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  const rotated = poseJoints(skeleton, { rotations, root: new Float32Array(3) });
  const place = findMirror(document, rotated)!.position([1, 0.5, -0.7]);
  for (const [k, value] of [1, 0.5, 0.7].entries()) expect(place[k]).toBeCloseTo(value, 6);
});

it('mirrors rotations: unchanged about the axis across, reversed about the others', () => {
  const { rotation } = findMirror(document, globals)!;
  expect(rotation([0.6, 0, 0, 0.8]).map((value) => value + 0)).toEqual([0.6, 0, 0, 0.8]);
  expect(rotation([0, 0.6, 0, 0.8]).map((value) => value + 0)).toEqual([0, -0.6, 0, 0.8]);
});

it('adds the mirrored handle with symmetric editing', () => {
  const handle = { joint: 1, position: [2, 2, 0] } as const;
  expect(documentDragHandles(document, handle, document.pose, none)).toEqual([handle]);
  const [, twin] = documentDragHandles(document, handle, document.pose, { ...none, symmetric: true });
  expect(twin).toMatchObject({ joint: 2, position: [0, 2, 0] });
});

it('holds pins and feet, but not the dragged joint', () => {
  const pins = [
    { joint: 0, position: true, rotation: true },
    { joint: 1, position: true, rotation: false },
    { joint: 2, position: false, rotation: false },
  ];
  const handles = documentDragHandles(
    { ...document, pins },
    { joint: 1, position: [2, 2, 0] },
    document.pose,
    {
      ...none,
      locks: [
        { joint: 0, position: [1, 0, 0] },
        { joint: 2, position: [0, 1, 0] },
        { joint: 2, rotation: [0, 0, 0, 1], softness: 0.1 },
      ],
    },
  );
  expect(handles).toEqual([
    { joint: 1, position: [2, 2, 0] },
    { joint: 0, position: [1, 0, 0], rotation: [0, 0, 0, 1] },
    { joint: 2, position: [0, 1, 0] },
    { joint: 2, rotation: [0, 0, 0, 1], softness: 0.1 },
  ]);
});

it('limits the rotation of the root, unless the root is dragged', () => {
  const settings = { ...none, root: 0 };
  const [, lean] = documentDragHandles(document, { joint: 1, position: [2, 2, 0] }, document.pose, settings);
  expect(lean).toMatchObject({ joint: 0, rotation: [0, 0, 0, 1] });
  expect(lean.softness).toBeGreaterThan(0);
  expect(
    documentDragHandles(document, { joint: 0, position: [2, 2, 0] }, document.pose, settings),
  ).toHaveLength(1);
  const pins = [{ joint: 0, position: false, rotation: true }];
  const [, pinned] = documentDragHandles(
    { ...document, pins },
    { joint: 1, position: [2, 2, 0] },
    document.pose,
    settings,
  );
  expect(pinned.softness).toBeUndefined();
});

it('what was dragged before stays, softly, until it is dragged again', () => {
  const posed = { ...document, touched: [2] };
  const [, soft] = documentDragHandles(posed, { joint: 1, position: [2, 2, 0] }, document.pose, none);
  expect(soft).toMatchObject({ joint: 2, position: [0, 1, 0] });
  expect(soft.softness).toBeGreaterThan(0);
  expect(documentDragHandles(posed, { joint: 2, position: [0, 2, 0] }, document.pose, none)).toHaveLength(1);
});
