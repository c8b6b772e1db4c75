import { describe, expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import type { Rig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { measureMotion } from '../measure/motion-metrics.js';
import { cleanFootSkate, cleanFootSkateAsync } from './clean-foot-skate.js';
import { detectInScene } from './detect-contacts.js';
import { measureBend } from './measure-bend.js';

type Box = readonly [
  joint: number,
  x: number,
  y: number,
  z: number,
  width: number,
  height: number,
  depth: number,
];

/** Boxes, each moved by one joint; joints at their tops. */
function makeBoxes(names: string[], parents: number[], rest: number[], boxes: readonly Box[]): Rig {
  const positions: number[] = [];
  const triangles: number[] = [];
  const joints: number[] = [];
  for (const [joint, x, y, z, width, height, depth] of boxes) {
    const first = joints.length;
    for (let corner = 0; corner < 8; corner++) {
      const side = (bit: number) => ((corner >> bit) & 1) - 0.5;
      positions.push(x + side(0) * width, y + side(1) * height, z + side(2) * depth);
      joints.push(joint);
    }
    for (const [a, b, c, d] of [
      [0, 1, 3, 2],
      [4, 6, 7, 5],
      [0, 4, 5, 1],
      [2, 3, 7, 6],
      [0, 2, 6, 4],
      [1, 5, 7, 3],
    ]) {
      triangles.push(first + a, first + b, first + c, first + a, first + c, first + d);
    }
  }
  return {
    mesh: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) },
    skeleton: {
      names,
      parents: Int16Array.from(parents),
      rest: Float32Array.from(rest),
      frames: Float32Array.from({ length: names.length * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
    },
    skin: {
      joints: Uint16Array.from(joints),
      weights: new Float32Array(joints.length).fill(1),
      influenceCount: 1,
    },
  };
}

/** A body on four legs without knees, as games made of boxes have them. */
const table = makeBoxes(
  ['body', 'frontLeft', 'frontRight', 'backLeft', 'backRight'],
  [-1, 0, 0, 0, 0],
  [0, 1, 0, 0.3, 1, 0.6, -0.3, 1, 0.6, 0.3, 1, -0.6, -0.3, 1, -0.6],
  [
    [0, 0, 1.3, 0, 0.8, 0.6, 1.6],
    [1, 0.3, 0.5, 0.6, 0.2, 1, 0.2],
    [2, -0.3, 0.5, 0.6, 0.2, 1, 0.2],
    [3, 0.3, 0.5, -0.6, 0.2, 1, 0.2],
    [4, -0.3, 0.5, -0.6, 0.2, 1, 0.2],
  ],
);

/** Legs swing to and fro, crosswise. */
function swing(frames = 31): Clip {
  const poses = Array.from({ length: frames }, (_, f) => {
    const rotations = Float32Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? 1 : 0));
    const angle = 0.45 * Math.sin((2 * Math.PI * f) / (frames - 1));
    for (const [joint, sign] of [
      [1, 1],
      [2, -1],
      [3, -1],
      [4, 1],
    ]) {
      axisAngleInto(rotations, joint * 4, 1, 0, 0, sign * angle);
    }
    return { rotations, root: new Float32Array(3) };
  });
  return { name: 'walk', times: Float32Array.from(poses, (_, f) => f / 30), poses };
}

describe('legs without knees', () => {
  const clip = swing();
  const { limbs } = detectInScene(table, clip);
  const { clip: clean, contacts, demand, findings } = cleanFootSkate(table, clip);

  it('are found, and hold by sliding in the hip', () => {
    expect(limbs.map(({ stiff, foot }) => [stiff, foot])).toEqual(Array(4).fill([true, true]));
    const [before, after] = [clip, clean].map((one) => measureMotion(table, one, contacts));
    expect(before.skate).toBeGreaterThan(0.2);
    expect(after.skate).toBeLessThan(0.2 * before.skate);
    expect(after.penetration).toBeLessThan(0.1);
    expect(after.jolt).toBeLessThan(1.5 * Math.max(before.jolt, (100 * demand) / contacts.height));
    expect(findings).toEqual([]);
  });

  it('slide no further than they may', () => {
    const furthest = (one: Clip) =>
      Math.max(0, ...one.poses.flatMap(({ offsets }) => [...(offsets ?? [])].map(Math.abs)));
    expect(furthest(clean)).toBeGreaterThan(0);
    expect(furthest(clean)).toBeLessThan(0.08 * contacts.height);
    expect(furthest(cleanFootSkate(table, clip, { slide: 0 }).clip)).toBe(0);
  });

  it('are cleaned alike with events let in between, until the caller gives up', async () => {
    const patient = await cleanFootSkateAsync(table, clip);
    expect(patient.clip.poses[7]).toEqual(clean.poses[7]);
    const stop = new AbortController();
    const work = cleanFootSkateAsync(table, clip, { signal: stop.signal });
    stop.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
  });
});

it('legs that snap forward all at once carry nothing meanwhile', () => {
  const [slow, all] = [24, 28];
  const poses = swing(all + 1).poses.map(({ rotations, root }, f) => {
    const back = f <= slow ? f / slow : (all - f) / (all - slow);
    const rotated = rotations.slice();
    for (let joint = 1; joint < 5; joint++) axisAngleInto(rotated, joint * 4, 1, 0, 0, 0.3 * (2 * back - 1));
    return { rotations: rotated, root };
  });
  const { tracks } = detectInScene(table, { ...swing(all + 1), poses }).contacts;
  const middle = (slow + all) / 2 / 30;
  const touch = (time: number) =>
    tracks.filter(({ spans }) => spans.some(({ start, end }) => start <= time && time <= end)).length;
  expect(touch(slow / 2 / 30)).toBe(4);
  expect(touch(middle)).toBe(0);
});

it('a control on the ground that a leg is parented to is no hip', () => {
  const rig = makeBoxes(
    ['body', 'leftControl', 'left', 'rightControl', 'right'],
    [-1, 0, 1, 0, 3],
    [0, 1, 0, 0, 0, 0, 0.3, 1, 0, 0, 0, 0, -0.3, 1, 0],
    [
      [0, 0, 1.3, 0, 0.8, 0.6, 0.6],
      [2, 0.3, 0.5, 0, 0.2, 1, 0.2],
      [4, -0.3, 0.5, 0, 0.2, 1, 0.2],
    ],
  );
  const poses = swing().poses.map(({ rotations, root }) => {
    const rotated = Float32Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? 1 : 0));
    rotated.set(rotations.subarray(4, 8), 8);
    rotated.set(rotations.subarray(8, 12), 16);
    return { rotations: rotated, root };
  });
  const { limbs, scene } = detectInScene(rig, { ...swing(), poses });
  const { sources, original } = scene.motion.anatomy;
  expect(limbs.map(({ chain }) => chain.map((a) => original.names[sources[a]])).sort()).toEqual([
    ['left'],
    ['right'],
  ]);
});

it('a knee is bent about its hinge, to one side', () => {
  const limb = { end: 2, chain: [0, 1], hinges: Float64Array.of(1, 0, 0, 1, 0, 0) };
  const at = (z: number) =>
    measureBend(limb, 1, Int16Array.of(-1, 0, 1), {
      positions: Float64Array.of(0, 2, 0, 0, 1, 0, 0, 0, z),
      rotations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    });
  expect(at(0)).toBeCloseTo(0, 12);
  expect(at(1)).toBeCloseTo(-at(-1), 12);
  expect(Math.abs(at(1))).toBeCloseTo(Math.PI / 4, 12);
});
