/**
 * @file What every GLB written in a test must pass: the Khronos validator finds no error, and reading it again gives
 * the records that went in.
 */

import validator from 'gltf-validator';
import { expect } from 'vitest';
import type { WriteOptions } from '../../src/io/file-formats.js';
import type { Model } from '../../src/io/model.js';
import { readModel } from '../../src/io/read.js';
import { encodeModel } from '../../src/io/write.js';
import { skeletonDiameter } from '../../src/rig/rig-records.js';
import { expectClose, expectSameRotations } from './numbers.js';

/** Fails where the validator finds an error. */
export async function expectNoErrors(bytes: Uint8Array): Promise<void> {
  const report = await validator.validateBytes(bytes, { maxIssues: 1000 });
  const errors = report.issues.messages.filter(({ severity }) => severity === 0);
  expect(errors.map(({ code, pointer, message }) => `${code} at ${pointer}: ${message}`)).toEqual([]);
}

/** Writes a model as GLB, validates it, reads it again, and fails unless it is the same; returns what was read. */
export async function expectValidGlb(model: Model, options: WriteOptions = {}): Promise<Model> {
  // Computed normals would split vertices, and the records would not be the same.
  const { files } = await encodeModel(model, `${model.name}.glb`, { normals: 'keep', ...options });
  expect(files.length).toBe(1);
  await expectNoErrors(files[0].bytes);
  const again = await readModel(`${model.name}.glb`, files[0].bytes);
  expectSameModel(again, model);
  return again;
}

/** Fails unless two models have equal bodies and clips: poses to 1e-6, positions to a millionth of the size. */
export function expectSameModel(actual: Model, expected: Model): void {
  const size = Math.max(
    expected.mesh.positions.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0),
    expected.skeleton ? skeletonDiameter(expected.skeleton) : 0,
    1e-6,
  );
  expectClose(actual.mesh.positions, expected.mesh.positions, 1e-6 * size);
  expect(actual.mesh.triangles).toEqual(expected.mesh.triangles);
  expect(actual.skeleton?.names).toEqual(expected.skeleton?.names);
  if (expected.skeleton && actual.skeleton) {
    expect(actual.skeleton.parents).toEqual(expected.skeleton.parents);
    expectClose(actual.skeleton.rest, expected.skeleton.rest, 1e-6 * size);
    expectSameRotations(actual.skeleton.frames, expected.skeleton.frames, 1e-6);
  }
  expectClose(denseWeights(actual), denseWeights(expected), 1e-6);
  expect(actual.clips.map(({ name }) => name).sort()).toEqual(expected.clips.map(({ name }) => name).sort());
  for (const clip of expected.clips) {
    const other = actual.clips.find(({ name }) => name === clip.name)!;
    expect(other.source).toEqual(clip.source);
    expect([...other.times]).toEqual([...clip.times]);
    for (const [f, pose] of clip.poses.entries()) {
      expectSameRotations(other.poses[f].rotations, pose.rotations, 1e-6);
      expectClose(other.poses[f].root, pose.root, 1e-6 * size);
      const none = new Float32Array(pose.root.length * clip.poses[f].rotations.length);
      const length = (pose.rotations.length / 4) * 3;
      expectClose(
        other.poses[f].offsets ?? none.subarray(0, length),
        pose.offsets ?? none.subarray(0, length),
        1e-5 * size,
      );
    }
    expect(other.scales?.map(({ joint }) => joint)).toEqual(clip.scales?.map(({ joint }) => joint));
    for (const [i, track] of (clip.scales ?? []).entries()) {
      expectClose(other.scales![i].values, track.values, 1e-6);
    }
  }
}

/** Weight of every joint at every vertex, however the slots are ordered. [V, J] */
function denseWeights({ mesh, skeleton, skin }: Model): Float64Array {
  const joints = skeleton?.names.length ?? 0;
  const out = new Float64Array((mesh.positions.length / 3) * (skin ? joints : 0));
  for (let i = 0; i < (skin?.joints.length ?? 0); i++) {
    out[Math.floor(i / skin!.influenceCount) * joints + skin!.joints[i]] += skin!.weights[i];
  }
  return out;
}
