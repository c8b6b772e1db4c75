/** @file The pose space that a worker has open, and what is prepared for it when it is first asked for. */

import { PosespaceError, type WorkOptions } from 'posespace';
import { fetchPoseModel } from 'posespace/io';
import { blendPoses } from 'posespace/motion';
import {
  createPoseChecker,
  mapPoses,
  mirrorPose,
  type OpenNetworkOptions,
  openPoseMeter,
  openPoseModel,
  openPoseSpace,
  type PoseChecker,
  type PoseHandle,
  type PoseMap,
  type PoseMeter,
  type PoseModel,
  type PoseSpace,
  projectPose,
  repairPose,
  sampleCleanPoses,
  sampleSymmetric,
  varyPose,
  walkPoses,
} from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import type { BodyFacts, BoundBody, WorkVerbs } from './verbs.js';

/** Poses of a walk between two keys; the ones that are asked for are blended between these. */
const STEPS_BETWEEN_KEYS = 24;
/** More threads than this make small networks no faster. */
const MOST_THREADS = 4;

/** Networks are opened once, whichever body comes. */
let network: Promise<{ readonly model: PoseModel; readonly provider: BodyFacts['provider'] }> | undefined;

let current: ReturnType<typeof createSpaceWork> | undefined;

export function currentSpace() {
  if (!current) throw new PosespaceError('bad-usage', 'No pose space is open; open a creature first.');
  return current;
}

export async function openSpace(work: Required<WorkOptions>, body: BoundBody): Promise<BodyFacts> {
  network ??= openNetworks().catch((error) => {
    network = undefined;
    throw error;
  });
  const { model, provider } = await network;
  const { skeleton, mesh, skin, examples } = body;
  const space = await openPoseSpace(mesh && skin ? { mesh, skeleton, skin } : { skeleton }, model, {
    poses: examples,
    examples,
  });
  await space.prepare(work);
  current = createSpaceWork(space, body);
  const { ground, feet } = findFeet(body);
  return { ground, feet, provider, threads: threadCount() };
}

const threadCount = (): number =>
  globalThis.crossOriginIsolated ? Math.min(MOST_THREADS, navigator.hardwareConcurrency) : 1;

/**
 * The networks of the model beside the page. Small batches, as a hand on a handle makes them, are answered by the
 * processor before a graphics card has been asked, so WASM is the way; see bench/studio.mjs for the figures.
 */
async function openNetworks() {
  const files = await fetchPoseModel(new URL('models/pose/', pageAddress()));
  const options: OpenNetworkOptions = { threads: threadCount() };
  return { model: await openPoseModel(files, options), provider: 'wasm' as const };
}

/** Workers lie in `assets/`, the page above it. */
const pageAddress = (): URL => new URL('../', globalThis.location.href);

/** Joints of the lowest tenth of the body that nothing hangs from: what it stands on. */
function findFeet({ skeleton, mesh }: BoundBody): { ground: number; feet: number[] } {
  const { parents, rest } = skeleton;
  let [low, high] = [Infinity, -Infinity];
  const heights = mesh && mesh.positions.length > 0 ? mesh.positions : rest;
  for (let i = 1; i < heights.length; i += 3) {
    low = Math.min(low, heights[i]);
    high = Math.max(high, heights[i]);
  }
  const hasChild = new Uint8Array(parents.length);
  for (const parent of parents) if (parent >= 0) hasChild[parent] = 1;
  const feet = [...parents.keys()].filter((j) => !hasChild[j] && rest[j * 3 + 1] < low + 0.12 * (high - low));
  return { ground: low, feet };
}

function createSpaceWork(space: PoseSpace, body: BoundBody) {
  let meter: Promise<PoseMeter> | undefined;
  let checker: Promise<PoseChecker> | undefined;
  let map: PoseMap | undefined;
  const requireMap = (): PoseMap => {
    if (!map) throw new PosespaceError('bad-usage', 'There is no map yet; draw it first.');
    return map;
  };
  const rig = body.mesh && body.skin && { mesh: body.mesh, skeleton: body.skeleton, skin: body.skin };
  return {
    solve: (handles: readonly PoseHandle[], previous: Pose, work: WorkOptions) =>
      space.solve(handles, { ...work, previous }),
    async sample(
      { clean, symmetric, ...options }: Parameters<WorkVerbs['sample']>[0],
      work: WorkOptions,
    ): Promise<Pose[]> {
      if (symmetric) return sampleSymmetric(space, { ...options, ...work });
      if (clean) return [...(await sampleCleanPoses(space, { ...options, ...work })).poses];
      return space.sample({ ...options, ...work });
    },
    vary: (pose: Pose, options: Parameters<WorkVerbs['vary']>[1], work: WorkOptions) =>
      varyPose(space, pose, { ...options, ...work }),
    async walk(poses: readonly Pose[], steps: number, work: WorkOptions) {
      const { poses: path, stops } = await walkPoses(space, poses, { ...work, steps });
      return { poses: path, stops };
    },
    project: (pose: Pose, strength: number, pinned: readonly number[], work: WorkOptions) =>
      projectPose(space, pose, { ...work, strength, pinned }),
    mirror: (pose: Pose) => mirrorPose(space, pose),
    async measure(pose: Pose, work: WorkOptions) {
      meter ??= openPoseMeter(space, work);
      return (await meter).measure(pose);
    },
    async check(pose: Pose, work: WorkOptions) {
      checker ??= createPoseChecker(space, { ...work, rig });
      const { findings, measures } = (await checker).check(pose);
      const pairs = measures.intersections?.pairs;
      return { findings, crossing: pairs ? Uint32Array.from(new Set(pairs)) : new Uint32Array(0) };
    },
    repair: (pose: Pose, pinned: readonly number[], work: WorkOptions) =>
      repairPose(space, pose, { ...work, pinned }),
    async map(poses: readonly Pose[], work: WorkOptions) {
      map = await mapPoses(space, poses, work);
      return { points: map.points, landmarks: map.landmarks };
    },
    mapAt: (x: number, y: number) => requireMap().decode(x, y),
    mapPlace: (pose: Pose) => requireMap().place(pose),
    async between(from: Pose, to: Pose, shares: readonly number[], work: WorkOptions): Promise<Pose[]> {
      const { poses } = await walkPoses(space, [from, to], { ...work, steps: STEPS_BETWEEN_KEYS });
      return shares.map((share) => {
        const place = share * (poses.length - 1);
        const first = Math.min(Math.floor(place), poses.length - 2);
        return blendPoses(poses[first], poses[first + 1], place - first);
      });
    },
  };
}
