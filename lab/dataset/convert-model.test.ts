import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/io/model.js';
import { axisAngleInto } from '../../src/math/quaternion.js';
import type { Clip } from '../../src/motion/clip.js';
import { type Pose, restPose, type Skeleton } from '../../src/rig/rig-records.js';
import { convertModel } from './convert-model.js';
import type { PackedRig } from './pack-rig.js';

/** A worm of six joints along z, every joint in a tube of flesh. */
function makeWorm(
  scale = 1,
  names = ['hip', 'b1', 'b2', 'b3', 'b4', 'b5'],
): Pick<Model, 'skeleton' | 'mesh' | 'skin'> {
  const parents = Int16Array.from(names, (_, j) => j - 1);
  const rest = Float32Array.from(names.flatMap((_, j) => [0, 0.5 * scale, j * scale]));
  const skeleton: Skeleton = { names, parents, rest, frames: new Float32Array(names.length * 4).fill(0.5) };
  const points: number[] = [];
  const triangles: number[] = [];
  const joints: number[] = [];
  for (const [j] of names.entries()) {
    for (let i = 0; i < 12; i++) {
      const [along, angle] = [Math.floor(i / 4) / 3, ((i % 4) * Math.PI) / 2];
      points.push(0.2 * Math.cos(angle), 0.5 + 0.2 * Math.sin(angle), j + along);
      joints.push(j);
    }
    const o = j * 12;
    for (let i = 0; i < 8; i++) triangles.push(o + i, o + (i - (i % 4)) + ((i + 1) % 4), o + i + 4);
  }
  return {
    skeleton,
    mesh: { positions: Float32Array.from(points, (x) => x * scale), triangles: Uint32Array.from(triangles) },
    skin: {
      joints: Uint16Array.from(joints),
      weights: new Float32Array(joints.length).fill(1),
      influenceCount: 1,
    },
  };
}

/** A clip in which joint j turns by its number times a growing angle about y, and the root rises. */
function createClip(name: string, skeleton: Skeleton, seconds: number, offset = 0): Clip {
  const times = Float32Array.of(0, seconds);
  const poses = [0, 1].map((end): Pose => {
    const { rotations } = restPose(skeleton);
    for (let j = 1; j < skeleton.parents.length; j++) axisAngleInto(rotations, j * 4, 0, 1, 0, 0.1 * j * end);
    const offsets = new Float32Array(skeleton.rest.length);
    if (offset) offsets[5] = offset;
    return { rotations, root: Float32Array.of(0.3 * end, end, 0), ...(offset && { offsets }) };
  });
  return { name, times, poses };
}

function makeModel(parts: Partial<Model>): Model {
  return {
    name: 'worm',
    clips: [],
    findings: [],
    mesh: { positions: new Float32Array(0), triangles: new Uint32Array(0) },
    ...parts,
  } as Model;
}

const worm = makeWorm();
const row = { file: 'worm.glb', licence: 'CC0', rigFamily: 'worms', category: 'snake' };
const rigOf = (converted: ReturnType<typeof convertModel>): PackedRig => {
  if (!('rig' in converted)) throw new Error(converted.reason);
  return converted.rig;
};

describe('a file of a data set', () => {
  it('becomes a rig with poses at twelve frames a second', () => {
    const rig = rigOf(
      convertModel(row, makeModel({ ...worm, clips: [createClip('bend', worm.skeleton!, 2)] })),
    );
    expect(rig).toMatchObject({
      file: 'worm.glb',
      name: 'worm',
      family: 'worms',
      licence: 'CC0',
      bodyPlan: 'snake',
    });
    expect(rig.rig.scale).toBeCloseTo(2 / 5, 6);
    const [clip] = rig.clips;
    expect(clip.heights).toHaveLength(25);
    expect(clip.heights[24]).toBeCloseTo(2 / 5, 5);
    expect(clip.residual).toBeLessThan(1e-6);
    // At the end joint 3 has turned by 0.3 about y; the heading is taken from the root alone.
    const last = clip.rotations.subarray(24 * 24);
    expect(last[3 * 4 + 1]).toBeCloseTo(32767 * Math.sin(0.15), -1);
    expect(last[3 * 4 + 3]).toBeCloseTo(32767 * Math.cos(0.15), -1);
    for (let i = 0; i < clip.rotations.length; i += 4) {
      expect(Math.hypot(...clip.rotations.subarray(i, i + 4)) / 32767).toBeCloseTo(1, 3);
      expect(clip.rotations[i + 3]).toBeGreaterThanOrEqual(0);
    }
    expect(rig.surface).toHaveLength(6 * 16 * 3);
    expect(rig.surface.some((half) => half !== 0)).toBe(true);
  });

  it('has no heading: the mean of its rotations does not turn', () => {
    const rig = rigOf(
      convertModel(row, makeModel({ ...worm, clips: [createClip('bend', worm.skeleton!, 2)] })),
    );
    // Subtree sizes 6 … 1 at global angles h + 0, 0.1, 0.3, 0.6, 1.0, 1.5: their sines cancel.
    const turn = 2 * Math.asin(rig.clips[0].rotations[24 * 24 + 1] / 32767);
    const sines = [0, 0.1, 0.3, 0.6, 1, 1.5].map((angle, j) => (6 - j) * Math.sin(angle + turn));
    expect(sines.reduce((sum, sine) => sum + sine, 0)).toBeCloseTo(0, 2);
  });

  it('thins long clips out and takes bare skeletons more slowly', () => {
    const long = createClip('long', worm.skeleton!, 60);
    const fleshed = rigOf(convertModel(row, makeModel({ ...worm, clips: [long] })));
    expect(fleshed.clips[0].heights).toHaveLength(150);
    const short = createClip('short', worm.skeleton!, 4);
    const bare = rigOf(convertModel(row, makeModel({ skeleton: worm.skeleton, clips: [short] })));
    expect(bare.clips[0].heights).toHaveLength(31);
    // A bare skeleton stands with its lowest joint on the ground.
    expect(bare.clips[0].heights[0]).toBeCloseTo(0.5 * (2 / 5), 5);
    expect([...bare.rig.hasSkin]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('may fly as high as it likes without standing out', () => {
    const { skeleton } = worm;
    const clip = createClip('fly', skeleton!, 1);
    const poses = clip.poses.map((pose) => ({ ...pose, root: pose.root.map((x) => x * 100) }));
    const rig = rigOf(convertModel(row, makeModel({ ...worm, clips: [{ ...clip, poses }] })));
    expect([rig.clips[0].heights[0], rig.clips[0].heights[12]]).toEqual([0, 1]);
  });

  it('leaves out clips that bones cannot follow, and says so', () => {
    const clips = [createClip('bend', worm.skeleton!, 1), createClip('stretch', worm.skeleton!, 1, 3)];
    const rig = rigOf(convertModel(row, makeModel({ ...worm, clips })));
    expect(rig.clips.map(({ name }) => name)).toEqual(['bend']);
    expect(rig.dropped).toEqual([{ clip: 'stretch', reason: 'translations move the joints' }]);
    const none = convertModel(row, makeModel({ ...worm, clips: clips.slice(1) }));
    expect(none).toEqual({ file: 'worm.glb', reason: 'translations move the joints in all of its clips' });
  });

  it('may take its clips from another file of its family, by joint name', () => {
    const lender = makeModel({ ...worm, clips: [createClip('bend', worm.skeleton!, 2)] });
    const own = rigOf(convertModel(row, lender));
    const large = makeWorm(10);
    const borrower = rigOf(convertModel({ ...row, clipsFrom: 'worm.glb' }, makeModel(large), lender));
    expect(borrower.clips[0].rotations).toEqual(own.clips[0].rotations);
    for (const [f, height] of own.clips[0].heights.entries())
      expect(borrower.clips[0].heights[f]).toBeCloseTo(height, 5);
    expect(borrower.rig.scale).toBeCloseTo(own.rig.scale / 10, 6);
    const stranger = makeWorm(1, ['a', 'b', 'c', 'd', 'e', 'f']);
    expect(convertModel(row, makeModel(stranger), lender)).toMatchObject({ reason: /joints are not those/ });
  });

  it('is refused with a reason where it has nothing to give', () => {
    const reason = (model: Partial<Model>) => convertModel(row, makeModel(model));
    expect(reason({})).toEqual({ file: 'worm.glb', reason: 'no skeleton' });
    expect(reason(worm)).toEqual({ file: 'worm.glb', reason: 'no clips' });
    const small = makeWorm(1, ['a', 'b', 'c']);
    expect(reason({ ...small, clips: [createClip('bend', small.skeleton!, 1)] })).toMatchObject({
      reason: 'fewer than 4 joints',
    });
  });
});
