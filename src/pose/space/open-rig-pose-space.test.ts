import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { expRotationInto, quaternionAngle } from '../../math/quaternion.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel, type PoseModelFiles } from '../model/pose-model.js';
import type { IndexedHandle, PoseHandle } from '../records/pose-handle.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { openRigPoseSpace } from './open-rig-pose-space.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig } = sampleCreature('dog');
const { skeleton } = rig;
const diameter = skeletonDiameter(skeleton);
const jointCount = skeleton.parents.length;

let files: PoseModelFiles;
let model: PoseModel;
let space: PoseSpace;

beforeAll(async () => {
  files = await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER))));
  model = await openPoseModel(files);
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
});

afterAll(() => model.close());

const placeOf = (pose: Pose, joint: number): [number, number, number] => {
  const { positions } = poseJoints(skeleton, pose);
  return [positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]];
};
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function randomPose(seed: number, spread = 0.25): Pose {
  const rng = createRng(seed);
  const pose = restPose(skeleton);
  for (let j = 0; j < jointCount; j++)
    expRotationInto(
      pose.rotations,
      j * 4,
      [rng.normal() * spread, rng.normal() * spread, rng.normal() * spread],
      0,
    );
  return pose;
}

const leaves = Array.from(skeleton.parents.keys()).filter((j) => !skeleton.parents.includes(j));
const leafHandles = (pose: Pose): IndexedHandle[] =>
  [0, ...leaves].map((joint) => ({ joint, position: placeOf(pose, joint) }));

it('has one prior, whatever options it is prepared with', async () => {
  const other = await openRigPoseSpace(rig, model, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
  const options = { signal: undefined, seed: 5, strength: 0.2 };
  expect((await other.prepare(options)).samples).toEqual((await space.prepare()).samples);
});

describe('sampling', () => {
  it('gives poses of the rig, the same for the same seed', async () => {
    const poses = await space.sample({ count: 10, seed: 4, steps: 4 });
    expect(poses).toHaveLength(10);
    for (const { rotations, root } of poses) {
      expect(rotations).toHaveLength(jointCount * 4);
      for (let j = 0; j < jointCount; j++)
        expect(Math.hypot(...rotations.subarray(j * 4, j * 4 + 4))).toBeCloseTo(1, 5);
      expect(root.every(Number.isFinite)).toBe(true);
    }
    expect(await space.sample({ count: 10, seed: 4, steps: 4 })).toEqual(poses);
    const others = await space.sample({ count: 1, seed: 5, steps: 4 });
    expect(others[0].rotations).not.toEqual(poses[0].rotations);
    // Batches do not matter.
    const [first] = await space.sample({ count: 1, seed: 4, steps: 4 });
    for (let i = 0; i < first.rotations.length; i++)
      expect(first.rotations[i]).toBeCloseTo(poses[0].rotations[i], 4);
  });

  it('returns raw samples on request', async () => {
    const settings = { count: 2, seed: 4, steps: 4, strength: 0.5 };
    const raw = await space.sample({ ...settings, raw: true });
    const processed = await space.sample(settings);
    expect(processed[0].rotations).not.toEqual(raw[0].rotations);
    const rng = createRng(4);
    const noise = Float32Array.from({ length: jointCount * 10 }, () => 0.5 * rng.normal());
    const decoded = await space.decode(
      { noise, placement: { heading: 0, x: 0, z: 0 } },
      { steps: settings.steps },
    );
    for (let i = 0; i < decoded.rotations.length; i++)
      expect(raw[0].rotations[i]).toBeCloseTo(decoded.rotations[i], 4);
  });

  it('reports progress and can be aborted', async () => {
    const fractions: number[] = [];
    const onProgress = ({ fraction }: { fraction: number }) => fractions.push(fraction);
    await space.sample({ count: 16, steps: 2, onProgress });
    expect(fractions).toEqual([0, 0.25, 0.5, 0.75]);
    await expect(space.sample({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    await expect(space.sample({ strength: Number.NaN })).rejects.toMatchObject({ code: 'bad-usage' });
    await expect(space.sample({ steps: 0 })).rejects.toMatchObject({ code: 'bad-usage' });
  });
});

it('finds the noise of a pose, wherever it stands', async () => {
  const pose = { ...randomPose(3), root: Float32Array.of(0.3, 0.02, -1) };
  const latent = await space.invert(pose, { steps: 20 });
  const back = await space.decode(latent, { steps: 20 });
  for (let j = 0; j < jointCount; j++) {
    expect(distance(placeOf(back, j), placeOf(pose, j))).toBeLessThan(0.005 * diameter);
  }
  await expect(space.decode({ ...latent, noise: new Float32Array(3) })).rejects.toMatchObject({
    code: 'bad-input',
  });
});

describe('solving', () => {
  it('meets reachable positions and keeps bone lengths', async () => {
    for (let seed = 0; seed < 4; seed++) {
      const handles = leafHandles(randomPose(seed));
      const solved = await space.solve(handles);
      expect(solved.findings).toEqual([]);
      handles.forEach(({ joint, position }, h) => {
        const error = distance(placeOf(solved, joint!), position!);
        expect(error).toBeLessThan(0.001 * diameter);
        expect(Math.abs(solved.errors[h] - error)).toBeLessThan(1e-5 * diameter);
      });
      expect(solved.offsets).toBeUndefined();
    }
  });

  it('is the same every time', async () => {
    const handles = leafHandles(randomPose(1));
    const again = await openRigPoseSpace(rig, files, { anatomy: 'as-is', priorSamples: 16, priorSteps: 3 });
    expect(await again.solve(handles)).toEqual(await space.solve(handles));
    await again.close();
    await expect(again.sample()).rejects.toMatchObject({ code: 'bad-usage' });
  });

  it('does not depend on the surface, as samples do', async () => {
    const bare = await openRigPoseSpace({ skeleton }, model, {
      anatomy: 'as-is',
      priorSamples: 16,
      priorSteps: 3,
    });
    const handles = leafHandles(randomPose(3));
    for (const options of [{}, { previous: randomPose(4) }])
      expect(await bare.solve(handles, options)).toEqual(await space.solve(handles, options));
    expect((await bare.sample({ raw: true }))[0]).not.toEqual((await space.sample({ raw: true }))[0]);
  });

  it('takes rotations, something to look at, points of the surface and pins', async () => {
    const truth = randomPose(7, 0.15);
    const { rotations } = poseJoints(skeleton, truth);
    const [rotated, looking] = leaves;
    const vertex = rig.mesh.positions.length / 3 - 1;
    const handles: PoseHandle[] = [
      { joint: 0, pin: true },
      { joint: rotated, rotation: [...rotations.subarray(rotated * 4, rotated * 4 + 4)] as never },
      { joint: looking, lookAt: [0.2 * diameter, diameter, diameter], axis: [0, 0, 2] },
      { vertex, position: [...skinMesh(rig, truth).subarray(vertex * 3, vertex * 3 + 3)] as never },
      { joint: leaves[2], pin: true, softness: 0.01 * diameter },
    ];
    const solved = await space.solve(handles);
    expect(solved.findings).toEqual([]);
    const globals = poseJoints(skeleton, solved);
    expect(quaternionAngle(globals.rotations, rotated * 4, rotations, rotated * 4)).toBeLessThan(0.003);
    expect(distance(skinMesh(rig, solved).subarray(vertex * 3), handles[3].position!)).toBeLessThan(
      0.001 * diameter,
    );
    const target = handles[2].lookAt!;
    const place = placeOf(solved, looking);
    const [qx, qy, qz, qw] = globals.rotations.subarray(looking * 4, looking * 4 + 4);
    const axis = [2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy)];
    const away = [0, 1, 2].map((k) => target[k] - place[k]);
    const cosine = (axis[0] * away[0] + axis[1] * away[1] + axis[2] * away[2]) / Math.hypot(...away);
    expect(Math.acos(Math.min(1, cosine))).toBeLessThan(0.003);
  });

  it('says so where a target is out of reach, and stretches towards it', async () => {
    const [joint] = leaves;
    const position = [5 * diameter, 0, 0] as const;
    const solved = await space.solve(
      [
        { joint: 0, pin: true },
        { joint, position },
      ],
      { moveRoot: false },
    );
    expect(solved.findings.map(({ code }) => code)).toEqual(['handle-out-of-reach']);
    expect(solved.findings[0].message).toMatch(/^handle 1 cannot be met; /);
    const before = distance(placeOf(restPose(skeleton), joint), position);
    expect(solved.errors[1]).toBeLessThan(before);
    expect(solved.errors[0]).toBeLessThan(0.001 * diameter);
  });

  it('does not depend on position and heading', async () => {
    const truth = randomPose(5);
    const turn = 1.2;
    const previous = restPose(skeleton);
    previous.rotations.set([0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]);
    previous.root.set([1, 0.5, -2]);
    const moved = leafHandles(truth).map((handle) => {
      const [x, y, z] = handle.position!.map((value, k) => value - skeleton.rest[k]);
      const [s, c] = [Math.sin(turn), Math.cos(turn)];
      const place = [c * x + s * z + 1, y + 0.5, -s * x + c * z - 2].map(
        (value, k) => value + skeleton.rest[k],
      );
      return { ...handle, position: place as unknown as [number, number, number] };
    });
    const there = await space.solve(moved, { previous, coherence: 0 });
    const here = await space.solve(leafHandles(truth), { previous: restPose(skeleton), coherence: 0 });
    for (let j = 1; j < jointCount; j++) {
      expect(quaternionAngle(there.rotations, j * 4, here.rotations, j * 4)).toBeLessThan(0.01);
    }
    expect(Math.max(...there.errors)).toBeLessThan(0.001 * diameter);
  });

  it('does not jump while something is dragged', async () => {
    const handles = leafHandles(randomPose(9, 0.1));
    let previous: Pose = await space.solve(handles);
    for (let step = 1; step <= 10; step++) {
      const position = [...handles[1].position!] as [number, number, number];
      position[1] += step * 0.004 * diameter;
      const next: Pose = await space.solve([handles[0], { ...handles[1], position }, ...handles.slice(2)], {
        previous,
      });
      for (let j = 0; j < jointCount; j++) {
        expect(distance(placeOf(next, j), placeOf(previous, j))).toBeLessThan(0.04 * diameter);
      }
      previous = next;
    }
  });

  it('takes joints by name', async () => {
    const joint = 3;
    const position = [0.1, 0.5, 0.2] as const;
    const named = await space.solve([{ joint: skeleton.names[joint], position }]);
    expect(named).toEqual(await space.solve([{ joint, position }]));
    await expect(space.solve([{ joint: `${skeleton.names[joint]}x`, pin: true }])).rejects.toThrow(
      `pose/solve: handle 0: there is no joint "${skeleton.names[joint]}x"; did you mean ${skeleton.names[joint]}`,
    );
  });

  it('says what is wrong with handles', async () => {
    const bad = async (handle: PoseHandle, message: RegExp) =>
      expect(space.solve([handle])).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringMatching(message),
      });
    await expect(
      space.solve([{ joint: 1, pin: true }], {
        previous: { ...restPose(skeleton), rotations: new Float32Array(4) },
      }),
    ).rejects.toMatchObject({ code: 'bad-input' });
    await bad({ position: [0, 0, 0] }, /a joint or a vertex/);
    await bad({ joint: jointCount, pin: true }, /joints 0 to/);
    await bad({ vertex: -1, pin: true }, /skinned vertices/);
    await bad({ joint: 1 }, /has no target/);
    await bad({ joint: 1, position: [0, Number.NaN, 0] }, /finite/);
    await bad({ joint: 1, rotation: [0, 0, 0, 2] }, /unit quaternion/);
    await bad({ vertex: 1, lookAt: [0, 0, 0] }, /rotate a joint/);
  });
});

it('works on the anatomy of a rig and gives poses of the rig itself', async () => {
  const found = await openRigPoseSpace(rig, model, { priorSamples: 4, priorSteps: 2 });
  const [pose] = await found.sample({ steps: 2 });
  expect(pose.rotations).toHaveLength(jointCount * 4);
  expect(found.anatomy.original).toBe(skeleton);
});

it('refuses bodies that it cannot pose', async () => {
  const one = {
    names: ['a'],
    parents: Int16Array.of(-1),
    rest: new Float32Array(3),
    frames: Float32Array.of(0, 0, 0, 1),
  };
  await expect(openRigPoseSpace({ skeleton: one }, model)).rejects.toMatchObject({ code: 'unsupported' });
  const broken = { ...skeleton, rest: skeleton.rest.map((value, i) => (i === 4 ? Number.NaN : value)) };
  await expect(openRigPoseSpace({ skeleton: broken }, model, { anatomy: 'as-is' })).rejects.toMatchObject({
    code: 'bad-input',
  });
});

it('refuses files that are not what the card says', async () => {
  const read = async (path: string) => new Uint8Array(await readFile(new URL(path, FOLDER)));
  const edited = async (path: string, edit: (bytes: Uint8Array) => Uint8Array) =>
    loadPoseModel(async (name) => (name === path ? edit(await read(name)) : read(name)));
  const bad = (message: RegExp) => ({ code: 'bad-input', message: expect.stringMatching(message) });
  await expect(edited('step.onnx', (bytes) => bytes.slice(1))).rejects.toMatchObject(
    bad(/bytes where the card says/),
  );
  await expect(
    edited('step.onnx', (bytes) => bytes.map((b, i) => (i === 9 ? b ^ 1 : b))),
  ).rejects.toMatchObject(bad(/not the file/));
  await expect(edited('card.json', () => Uint8Array.of(1))).rejects.toMatchObject(bad(/not JSON/));
  const card = (change: (text: string) => string) => (bytes: Uint8Array) =>
    new TextEncoder().encode(change(new TextDecoder().decode(bytes)));
  await expect(
    edited(
      'card.json',
      card((text) => text.replace('encoder.onnx', '../x')),
    ),
  ).rejects.toMatchObject(bad(/names no file/));
  await expect(
    edited(
      'card.json',
      card((text) => text.replace('"handles": 7', '"handles": 8')),
    ),
  ).rejects.toMatchObject(bad(/another version/));
});
