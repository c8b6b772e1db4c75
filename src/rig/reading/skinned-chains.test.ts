import { expect, it } from 'vitest';
import { createMotion } from '../../motion/library/create-motion.js';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { motionsOf } from '../../motion/library/motions.js';
import { measureMotion } from '../../motion/measure/motion-metrics.js';
import type { Rig } from '../rig-records.js';

/** A box: its middle, its sides, and where it turns. */
interface Part {
  readonly name: string;
  readonly middle: readonly number[];
  readonly sides: readonly number[];
  readonly joint: readonly number[];
}

const leg = (name: string, x: number, z: number): Part => ({
  name,
  middle: [x, 0.25, z],
  sides: [0.16, 0.5, 0.16],
  joint: [x, 0.5, z],
});
const PARTS: readonly Part[] = [
  { name: 'body', middle: [0, 0.7, 0], sides: [0.5, 0.45, 1.2], joint: [0, 0.7, 0] },
  { name: 'head', middle: [0, 0.95, 0.8], sides: [0.3, 0.3, 0.45], joint: [0, 0.9, 0.6] },
  leg('a', 0.17, 0.45),
  leg('b', -0.17, 0.45),
  leg('c', 0.17, -0.45),
  leg('d', -0.17, -0.45),
];

/** Parts as block games have them: each below a helper at the origin of the file. */
function looseBoxes(): Rig {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2].map((bit) => bit - 0.5));
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
    5,
  ];
  const names = ['root', ...PARTS.flatMap(({ name }) => [`helper.${name}`, name])];
  return {
    mesh: {
      positions: Float32Array.from(
        PARTS.flatMap(({ middle, sides }) =>
          corners.flatMap((c) => c.map((x, k) => middle[k] + x * sides[k])),
        ),
      ),
      triangles: Uint32Array.from(PARTS.flatMap((_, p) => faces.map((v) => p * 8 + v))),
    },
    skeleton: {
      names,
      parents: Int16Array.from(names, (_, j) => (j === 0 ? -1 : j % 2 === 1 ? 0 : j - 1)),
      rest: Float32Array.from([0, 0, 0, ...PARTS.flatMap(({ joint }) => [0, 0, 0, ...joint])]),
      frames: Float32Array.from({ length: names.length * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
    },
    skin: {
      joints: Uint16Array.from({ length: PARTS.length * 8 }, (_, v) => 2 + 2 * Math.floor(v / 8)),
      weights: new Float32Array(PARTS.length * 8).fill(1),
      influenceCount: 1,
    },
  };
}

it('a body of loose boxes stands on its legs and walks', () => {
  const rig = looseBoxes();
  const body = createMotionBody(rig);
  expect(body.kind).toBe('quadruped');
  expect(body.legs).toHaveLength(4);
  const walk = motionsOf(body).find(({ name }) => name === 'walk')!;
  const { clip, contacts } = createMotion(body, walk, { rootMotion: true });
  const { skate, penetration } = measureMotion(rig, clip, contacts);
  expect(skate).toBeLessThan(0.03);
  expect(penetration).toBeLessThan(0.2);
});

it('a long thin chain is a serpent that goes where its head is', () => {
  const count = 14;
  const names = Array.from({ length: count }, (_, j) => (j === 0 ? 'head' : `tail${j}`));
  const skeleton = {
    names,
    parents: Int16Array.from(names, (_, j) => j - 1),
    rest: Float32Array.from(names.flatMap((_, j) => [0, 0.05, -0.2 * j])),
    frames: Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
  };
  const body = createMotionBody({ skeleton });
  expect(body.kind).toBe('serpent');
  expect(body.plan.tail.length).toBeGreaterThan(8);
  const slither = motionsOf(body).find(({ name }) => name === 'slither')!;
  const { clip } = createMotion(body, slither, { rootMotion: true });
  expect(clip.poses.at(-1)!.root[2]).toBeGreaterThan(0.1);
});
