/**
 * @file The pose space of a worker, opened in two stages. The first is ready within milliseconds: plain inverse
 * kinematics near rest and near the poses of clips (`rest-model.ts`), so that a creature can be posed at once. The
 * second is the full space: the interactive worker opens it at once in the background, the background worker on
 * demand.
 */

import {
  findStandingFeet,
  type ModelPoseSpace,
  type OpenPoseSpaceOptions,
  openPoseSpace,
  PosespaceError,
  type StandingFoot,
  type WorkOptions,
} from 'posespace';
import { createModel, type Model } from 'posespace/io';
import { blendPoses } from 'posespace/motion';
import {
  adaptPoseSpace,
  createPlausibilityScorer,
  mapPoses,
  mirrorPose,
  type PlausibilityScore,
  type PoseHandle,
  type PoseMap,
  type PoseSpace,
  type SolvedPose,
  STATE_CHANNELS,
  sampleCleanPoses,
  sampleSymmetric,
  varyPose,
} from 'posespace/pose';
import { findRestGround, type PartialRig, type Pose } from 'posespace/rig';
import type { BodyFacts, BoundBody, SpaceFacts, WorkerVerbs } from '../../../workers/worker-protocol.js';
import { delay, isBackground, openNetworks, threadCount, withNetworks } from './open-networks.js';
import { REST_MODEL } from './rest-model.js';

/** Steps of the path between two keyframes; frames are blended between them. */
const STEPS_BETWEEN_KEYS = 24;
/** Prior samples of the first space: half of the default, in half of the time, for 5 % more error. */
const FIRST_SAMPLES = 24;
/** Example poses that the plausibility score is calibrated with; each costs a network step. */
const CALIBRATION_EXAMPLES = 24;
/** Batch size of the WebGPU trial. */
const TRIAL = 8;
/** Delay before the full space is opened after the first one, milliseconds. */
const HEAD_START = 4000;
/** Pause in dragging before the solver is swapped, milliseconds. */
const DRAG_PAUSE = 400;

let current: BodyWork | undefined;
let bound: BoundBody | undefined;

/** The body that was bound last. */
export function boundBody(): BoundBody {
  if (!bound) throw new PosespaceError('bad-usage', 'No body is bound; open a creature first.');
  return bound;
}

export function currentBody(): BodyWork {
  if (!current) throw new PosespaceError('bad-usage', 'No pose space is open; open a creature first.');
  return current;
}

/** The full pose space of the bound body. */
export const currentSpace = (): Promise<SpaceWork> => currentBody().open();

/** Binds a body and opens the first stage. */
export async function bindBody(_: WorkOptions, body: BoundBody): Promise<BodyFacts> {
  const { skeleton, anatomy, mesh = NO_MESH, skin, examples } = body;
  const times = Float32Array.from(examples.keys());
  const clips = [{ name: 'examples', times, poses: examples }];
  const model = { ...createModel({ name: 'body', mesh, skeleton, skin, clips }), anatomy };
  const plain = await openPoseSpace(model, { network: REST_MODEL, priorSamples: 2, priorSteps: 1 });
  await plain.prepare();
  current?.leave();
  current = createBodyWork(model, plain);
  bound = body;
  if (!isBackground()) setTimeout(() => current?.ready().catch(() => undefined));
  const [root] = plain.anatomy.sources;
  return { root, ...findFeet(body), provider: 'wasm', threads: threadCount() };
}

const NO_MESH = { positions: new Float32Array(0), triangles: new Uint32Array(0) };

type BodyWork = ReturnType<typeof createBodyWork>;

function createBodyWork(model: Model, plain: ModelPoseSpace) {
  const left = new AbortController();
  const { anatomy } = plain;
  const open = lazily(async () => createSpaceWork(await openWithNetworks(model, { anatomy })));
  const openFirst = lazily(() => openWithNetworks(model, { anatomy, priorSamples: FIRST_SAMPLES }));
  const openPlausibility = lazily(async () =>
    createPlausibilityScorer(forCalibration(await openFirst()), { signal: left.signal }),
  );
  let solver: PoseSpace = plain;
  let lastSolve = -Infinity;
  const solveWith = async (next: PoseSpace): Promise<void> => {
    await next.prepare({ signal: left.signal });
    while (performance.now() - lastSolve < DRAG_PAUSE) await delay(DRAG_PAUSE / 4);
    solver = next;
  };
  return {
    open,
    /** Stops work for this body once another is bound. */
    leave: (): void => left.abort(),
    solve(
      handles: readonly PoseHandle[],
      previous: Pose,
      options: WorkOptions & { readonly start?: Pose; readonly locality?: number },
    ): Promise<SolvedPose> {
      lastSolve = performance.now();
      return solver.solve(handles, { ...options, previous });
    },
    mirror: (pose: Pose): Pose => mirrorPose(plain, pose),
    /** The second stage: `solve` uses the pose space from now on. */
    ready: lazily(async (): Promise<SpaceFacts> => {
      const space = await openFirst();
      await solveWith(space);
      void delay(HEAD_START)
        .then(open)
        .then((whole) => solveWith(whole.space))
        .catch(() => undefined);
      const { provider } = await openNetworks();
      return { provider, threads: threadCount(), exampleCount: space.examples.length };
    }),
    measure: async (pose: Pose): Promise<PlausibilityScore> => (await openPlausibility()).score(pose),
  };
}

/** Created on first use, and again after a failure. */
function lazily<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let thing: Promise<Thing> | undefined;
  return () => {
    thing ??= make().catch((error) => {
      thing = undefined;
      throw error;
    });
    return thing;
  };
}

/** The pose space of a model, over the networks of this worker. */
const openWithNetworks = (model: Model, options: OpenPoseSpaceOptions): Promise<ModelPoseSpace> =>
  withNetworks(
    (network) => openPoseSpace(model, { ...options, network }),
    ({ denoiser }) =>
      denoiser.predict(new Float32Array(TRIAL * denoiser.jointCount * STATE_CHANNELS), TRIAL, 0.5),
  );

/** The same space, fitted to fewer poses. */
const forCalibration = (space: PoseSpace): PoseSpace =>
  space.unadapted ? adaptPoseSpace(space.unadapted, space.examples, { most: CALIBRATION_EXAMPLES }) : space;

type SpaceWork = ReturnType<typeof createSpaceWork>;

function createSpaceWork(space: ModelPoseSpace) {
  let map: PoseMap | undefined;
  const requireMap = (): PoseMap => {
    if (!map) throw new PosespaceError('bad-usage', 'There is no pose map yet; show it first.');
    return map;
  };
  return {
    space,
    async sample(
      { clean, symmetric, ...options }: Parameters<WorkerVerbs['sample']>[0],
      work: WorkOptions,
    ): Promise<Pose[]> {
      if (symmetric) return sampleSymmetric(space, { ...options, ...work });
      if (clean) return [...(await sampleCleanPoses(space, { ...options, ...work })).poses];
      return space.sample({ ...options, ...work });
    },
    vary: (pose: Pose, options: Parameters<WorkerVerbs['vary']>[1], work: WorkOptions) =>
      varyPose(space, pose, { ...options, ...work }),
    async interpolate(poses: readonly Pose[], steps: number, work: WorkOptions) {
      const { poses: path, stops } = await space.interpolate(poses, { ...work, steps });
      return { poses: path, stops };
    },
    project: (pose: Pose, strength: number, pinned: readonly number[], work: WorkOptions) =>
      space.project(pose, { ...work, strength, pinned }),
    async check(pose: Pose, work: WorkOptions) {
      const { findings, measures } = await space.check(pose, work);
      const pairs = measures.intersections?.pairs;
      return { findings, intersecting: pairs ? Uint32Array.from(new Set(pairs)) : new Uint32Array(0) };
    },
    repair: (pose: Pose, pinned: readonly number[], work: WorkOptions) =>
      space.repair(pose, { ...work, pinned }),
    async map(poses: readonly Pose[], work: WorkOptions) {
      map = await mapPoses(space, poses, work);
      return { points: map.points, landmarks: map.landmarks };
    },
    mapAt: (x: number, y: number) => requireMap().decode(x, y),
    mapPosition: (pose: Pose) => requireMap().place(pose),
    async between(from: Pose, to: Pose, shares: readonly number[], work: WorkOptions): Promise<Pose[]> {
      const { poses } = await space.interpolate([from, to], { ...work, steps: STEPS_BETWEEN_KEYS });
      return shares.map((share) => {
        const position = share * (poses.length - 1);
        const first = Math.min(Math.floor(position), poses.length - 2);
        return blendPoses(poses[first], poses[first + 1], position - first);
      });
    },
  };
}

/** The feet that a body stands on, and the ground height. */
function findFeet(body: BoundBody): Pick<BodyFacts, 'ground' | 'feet' | 'standing'> {
  const standing = standingFeet(body);
  return { ground: findRestGround(body), standing, feet: standing.map(({ joint }) => joint) };
}

/** A body that motions cannot be measured on can still be posed. */
function standingFeet(rig: PartialRig): readonly StandingFoot[] {
  try {
    return findStandingFeet(rig);
  } catch {
    return [];
  }
}
