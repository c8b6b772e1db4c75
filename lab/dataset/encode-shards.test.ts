import { describe, expect, it } from 'vitest';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import { encodeShards, type ShardRow } from './encode-shards.js';
import type { PackedClip, PackedRig } from './pack-rig.js';
import { shareClips } from './share-clips.js';

const label = {
  file: 'a.glb',
  name: 'a',
  family: 'f',
  source: 's',
  licence: 'CC0-1.0',
  category: 'c',
  split: 'train',
};

function makeRig(jointCount: number, clips: PackedClip[], extra: Partial<PackedRig> = {}): PackedRig {
  const names = Array.from({ length: jointCount }, (_, j) => `j${j}`);
  const skeleton = {
    names,
    parents: Int16Array.from(names, (_, j) => j - 1),
    rest: Float32Array.from(names.flatMap((_, j) => [0, j, 0])),
    frames: new Float32Array(jointCount * 4),
  };
  const surface = new Uint16Array(jointCount * 48).fill(jointCount);
  return {
    ...label,
    bodyPlan: 'snake',
    names,
    rig: normaliseRig({ skeleton }),
    surface,
    clips,
    dropped: [],
    ...extra,
  };
}

/** Every joint turned by an angle about x, all frames alike. */
function createClip(name: string, jointCount: number, frameCount: number, degrees: number): PackedClip {
  const half = (degrees / 2) * (Math.PI / 180);
  const turn = [Math.round(32767 * Math.sin(half)), 0, 0, Math.round(32767 * Math.cos(half))];
  const rotations = Int16Array.from({ length: frameCount * jointCount * 4 }, (_, i) => turn[i % 4]);
  return { name, residual: 0.002, rotations, heights: new Float32Array(frameCount).fill(degrees) };
}

function readTensor(bytes: Uint8Array, name: string) {
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const { dtype, shape, data_offsets } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))[
    name
  ];
  const data = bytes.slice(8 + length + data_offsets[0], 8 + length + data_offsets[1]).buffer;
  const make = { F32: Float32Array, I16: Int16Array, U8: Uint8Array, F16: Uint16Array }[dtype as 'F32'];
  return { shape, data: [...new make(data)] };
}

describe('clips that rigs of a family share', () => {
  const walk = createClip('walk', 3, 4, 20);
  it('are stored once, and noted', () => {
    const [first, second] = shareClips([
      makeRig(3, [walk]),
      makeRig(3, [createClip('walk', 3, 4, 21), createClip('run', 3, 4, 20)]),
    ]);
    expect(first.clips).toEqual([walk]);
    expect(first.shared).toEqual([]);
    expect(second.clips.map(({ name }) => name)).toEqual(['run']);
    expect(second.shared).toEqual([{ name: 'walk', rig: 0, clip: 0 }]);
  });

  it('must be alike in everything', () => {
    const others = [
      makeRig(3, [createClip('walk', 3, 4, 23)]),
      makeRig(3, [createClip('walk', 3, 5, 20)]),
      makeRig(4, [createClip('walk', 4, 4, 20)]),
      makeRig(3, [walk], { family: 'g' }),
    ];
    for (const other of others) {
      expect(shareClips([makeRig(3, [walk]), other])[1].clips).toHaveLength(1);
    }
    const negated = { ...walk, rotations: walk.rotations.map((x) => -x) };
    expect(shareClips([makeRig(3, [walk]), makeRig(3, [negated])])[1].clips).toHaveLength(0);
  });
});

describe('the files of a data set', () => {
  const rigs = shareClips([
    makeRig(3, [createClip('walk', 3, 2, 20), createClip('run', 3, 1, 30)], {
      dropped: [{ clip: 'fly', reason: 'translations move the joints' }],
    }),
    makeRig(4, [createClip('walk', 4, 3, 40)], {
      file: 'b.glb',
      family: 'g',
      bodyPlan: 'fish',
      licence: 'MIT',
      source: 't',
    }),
    makeRig(3, [createClip('walk', 3, 2, 20)]),
  ]);
  const dropped = [{ file: 'c.glb', reason: 'no clips' }];
  const files = encodeShards(rigs, { command: 'npm run lab -- dataset build <folder>', dropped });
  const bytesOf = (name: string) => files.find((file) => file.name === name)!.bytes;
  const json = (name: string) => JSON.parse(new TextDecoder().decode(bytesOf(name)));

  it('say where each rig is', () => {
    const rows: ShardRow[] = json('rigs.json');
    expect(
      rows.map((r) => [r.jointStart, r.jointCount, r.frameStart, r.rotationStart, r.frameCount]),
    ).toEqual([
      [0, 3, 0, 0, 3],
      [3, 4, 3, 9, 3],
      [7, 3, 6, 21, 0],
    ]);
    expect(rows[0].clips).toEqual([
      { name: 'walk', start: 0, count: 2, residual: 0.002 },
      { name: 'run', start: 2, count: 1, residual: 0.002 },
    ]);
    expect(rows[2].shared).toEqual([{ name: 'walk', rig: 0, clip: 0 }]);
    expect(rows[1]).toMatchObject({ family: 'g', bodyPlan: 'fish', names: ['j0', 'j1', 'j2', 'j3'] });
  });

  it('hold bodies and poses one behind the other', () => {
    const bodies = bytesOf('rigs.safetensors');
    expect(readTensor(bodies, 'parents')).toEqual({ shape: [10], data: [-1, 0, 1, -1, 0, 1, 2, -1, 0, 1] });
    expect(readTensor(bodies, 'surface').shape).toEqual([10, 16, 3]);
    expect(readTensor(bodies, 'surface').data[3 * 48]).toBe(4);
    for (const [name, width] of [
      ['rest', 3],
      ['centroid', 3],
      ['covariance', 6],
    ] as const) {
      expect(readTensor(bodies, name).shape).toEqual([10, width]);
    }
    for (const name of ['radius', 'hasSkin', 'partners'])
      expect(readTensor(bodies, name).shape).toEqual([10]);
    const poses = bytesOf('poses.safetensors');
    expect(readTensor(poses, 'heights').data).toEqual([20, 20, 30, 40, 40, 40]);
    const rotations = readTensor(poses, 'rotations');
    expect(rotations.shape).toEqual([21, 4]);
    expect(rotations.data.slice(9 * 4, 9 * 4 + 4)).toEqual([
      Math.round(32767 * Math.sin(Math.PI / 9)),
      0,
      0,
      Math.round(32767 * Math.cos(Math.PI / 9)),
    ]);
  });

  it('come with a card', () => {
    const card = json('card.json');
    expect(card).toMatchObject({ rigs: 3, families: 2, frames: 6, joints: 10, clips: 3, sharedClips: 1 });
    expect(card.bodyPlans).toEqual({
      snake: { rigs: 2, families: 1, frames: 3 },
      fish: { rigs: 1, families: 1, frames: 3 },
    });
    expect(card.licences).toEqual({
      'CC0-1.0': { rigs: 2, families: 1, frames: 3 },
      MIT: { rigs: 1, families: 1, frames: 3 },
    });
    expect(card.sources.t).toEqual({ licence: 'MIT', rigs: 1, families: 1, frames: 3 });
    expect(card.residuals['below 0.1 %']).toBe(0);
    expect(card.residuals['below 0.5 %']).toBe(2);
    expect(card.dropped).toEqual({
      files: dropped,
      clips: { 'translations move the joints': 1 },
      clipList: ['a.glb: fly: translations move the joints'],
    });
    expect(card.bytes).toBe(files.slice(0, 3).reduce((sum, { bytes }) => sum + bytes.length, 0));
  });

  it('are the same bytes every time', () => {
    const again = encodeShards(rigs, { command: 'npm run lab -- dataset build <folder>', dropped });
    expect(again).toEqual(files);
  });
});
