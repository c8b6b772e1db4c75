import { expect, it } from 'vitest';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { skinMesh } from '../kinematics/skin-mesh.js';
import { type Rig, restPose } from '../rig-records.js';

type Corner = readonly [number, number, number];
/** Name, joint, and box: least and greatest corner. */
type Part = readonly [string, Corner, Corner, Corner];

/** Boxes, each with a bone below a helper at the origin, as block games have them. */
function boxBody(parts: readonly Part[]): Rig {
  const corners = parts.flatMap(([, , low, high]) =>
    Array.from({ length: 8 }, (_, i) => low.map((x, k) => (i & (1 << k) ? high[k] : x))),
  );
  const faces = [
    0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7,
    3,
  ];
  return {
    skeleton: {
      names: ['ROOT', ...parts.flatMap((_, i) => [`cube.${i}`, `Bone_${i}`])],
      parents: Int16Array.from([-1, ...parts.flatMap((_, i) => [0, 1 + 2 * i])]),
      rest: Float32Array.from([0, 0, 0, ...parts.flatMap(([, joint]) => [0, 0, 0, ...joint])]),
      frames: Float32Array.from(Array.from({ length: 1 + 2 * parts.length }, () => [0, 0, 0, 1]).flat()),
    },
    mesh: {
      positions: Float32Array.from(corners.flat()),
      triangles: Uint32Array.from(parts.flatMap((_, i) => faces.map((v) => v + i * 8))),
    },
    skin: {
      joints: Uint16Array.from(corners, (_, v) => 2 + 2 * Math.floor(v / 8)),
      weights: new Float32Array(corners.length).fill(1),
      influenceCount: 1,
    },
  };
}

const leg = (x: number, z: number): Part => [
  'leg',
  [x, 0.5, z],
  [x - 0.08, 0, z - 0.08],
  [x + 0.08, 0.5, z + 0.08],
];

/** A goat that faces away from +z: trunk, four legs, head with a muzzle and horns, tail. */
const GOAT: readonly Part[] = [
  ['horn', [0, 0.9, -0.6], [-0.05, 1.2, -0.9], [0.05, 1.6, -0.7]],
  leg(0.2, -0.4),
  leg(-0.2, 0.4),
  ['trunk', [0, 0.75, 0], [-0.3, 0.5, -0.6], [0.3, 1, 0.6]],
  ['head', [0, 0.9, -0.6], [-0.2, 0.85, -1], [0.2, 1.2, -0.6]],
  leg(0.2, 0.4),
  ['tail', [0, 0.95, 0.6], [-0.04, 0.6, 0.6], [0.04, 0.95, 0.7]],
  leg(-0.2, -0.4),
];

/** A lizard whose legs are two boxes each and go out to the sides. */
const limb = (x: number, z: number): Part[] => [
  [
    'upper',
    [0.2 * x, 0.12, z],
    [Math.min(0.2 * x, 0.5 * x), 0.06, z - 0.06],
    [Math.max(0.2 * x, 0.5 * x), 0.16, z + 0.06],
  ],
  [
    'lower',
    [0.5 * x, 0.1, z],
    [Math.min(0.5 * x, 0.8 * x), 0, z - 0.06],
    [Math.max(0.5 * x, 0.8 * x), 0.1, z + 0.06],
  ],
];
const LIZARD: readonly Part[] = [
  ['trunk', [0, 0.15, 0], [-0.2, 0.05, -0.6], [0.2, 0.25, 0.6]],
  ['head', [0, 0.15, 0.6], [-0.15, 0.08, 0.6], [0.15, 0.24, 1]],
  ['tail', [0, 0.15, -0.6], [-0.08, 0.08, -1.4], [0.08, 0.2, -0.6]],
  ...limb(1, 0.45),
  ...limb(-1, 0.45),
  ...limb(1, -0.45),
  ...limb(-1, -0.45),
];

it('finds the legs of loose boxes, and where they face', () => {
  const body = createMotionBody(boxBody(GOAT));
  expect(body.legs).toHaveLength(4);
  expect(body.kind).toBe('quadruped');
  // The body turns so that its head is in front.
  const head = body.skeleton.rest[body.plan.head * 3 + 2];
  const tail = body.skeleton.rest[body.plan.tail[0] * 3 + 2];
  expect(head).toBeGreaterThan(tail);
});

it('keeps the parts of a body together', () => {
  const body = createMotionBody(boxBody(GOAT));
  const rig = body.anatomy.rig as Rig;
  const posed = skinMesh(rig, restPose(rig.skeleton));
  expect([...posed]).toEqual([...rig.mesh.positions]);
  expect(body.anatomy.sources).toHaveLength(7);
});

it('finds legs that sprawl', () => {
  const { legs } = createMotionBody(boxBody(LIZARD));
  expect(legs.map(({ joints }) => joints.length)).toEqual([2, 2, 2, 2]);
});
