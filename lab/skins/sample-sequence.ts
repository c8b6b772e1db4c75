/**
 * @file A moving body as the numbers that SPRig's fine-tuning sees: for the anchor and a few other frames the points that the
 * skeleton network would see, points of the surface that are tracked through all frames, and the teacher's skeleton on the
 * anchor. Everything is in the axes and the size that the network sees of that frame.
 */

import { createRng } from '../../src/base/rng.js';
import { findSymmetryPlane } from '../../src/mesh/find-symmetry-plane.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { findAnchorFrame, type MeshSequence } from '../../src/mesh/mesh-sequence.js';
import { samplePositions, sampleSurface } from '../../src/mesh/sample-surface.js';
import { type BodyFrame, findBodyFrame, toFrame } from '../../src/rig/find/body-frame.js';
import {
  findLearnedSkeleton,
  type LearnedSkeleton,
  type LearnedSkeletonOptions,
} from '../../src/rig/learned/find-learned-skeleton.js';
import { normalizePoints } from '../../src/rig/learned/read-plan.js';
import { WHOLES } from '../../src/rig/learned/role-tokens.js';
import {
  PLAN_QUESTIONS,
  type PlanQuestion,
  type SkeletonModel,
} from '../../src/rig/learned/skeleton-model.js';
import { spreadPoints } from '../../src/rig/learned/spread-points.js';
import { spreadFrames } from '../../src/rig/sequence/measure-frame-rigs.js';
import { readFrames } from '../../src/rig/sequence/read-moving-body.js';

/** Frames of a sequence, the anchor first; points that are tracked. */
export const SEQUENCE_SAMPLE = Object.freeze({ frames: 5, tracked: 1024, points: 1024 });

export interface SequenceSample {
  /** [F, points, 6] */
  readonly points: Float32Array;
  /** [F, tracked, 3] */
  readonly tracked: Float32Array;
  /** The quarter that the body faces in each frame's axes, by the anchor's. [F] */
  readonly facing: Int16Array;
  /** The teacher's joints on the anchor: places, parents, tokens. [J, 3], [J], [J] */
  readonly joints: Float32Array;
  readonly parents: Int16Array;
  readonly tokens: Uint8Array;
  /** Its answers about the whole. */
  readonly plan: Int16Array;
}

/** Samples a sequence; undefined where the teacher writes no joints for the anchor. */
export async function sampleSequence(
  model: SkeletonModel,
  sequence: MeshSequence,
  seed: number,
): Promise<SequenceSample | undefined> {
  const anchor = findAnchorFrame(sequence);
  if (anchor < 0 || sequence.frames.length < 2) return undefined;
  const { triangles } = sequence;
  const chosen = spreadFrames(sequence.frames.length, SEQUENCE_SAMPLE.frames, anchor);
  const frames = [anchor, ...chosen.filter((frame) => frame !== anchor)];
  while (frames.length < SEQUENCE_SAMPLE.frames) frames.push(frames[frames.length - 1]);
  const meshOf = (frame: number): Mesh => ({ positions: sequence.frames[frame], triangles });
  const samples = sampleSurface(meshOf(anchor), SEQUENCE_SAMPLE.tracked, createRng(seed));
  const points: number[] = [];
  const tracked: number[] = [];
  const facing: number[] = [];
  let teacher: { learned: LearnedSkeleton; places: Float32Array; forward: readonly number[] } | undefined;
  for (const frame of frames) {
    const mesh = meshOf(frame);
    const body = findBodyFrame(mesh, findSymmetryPlane(mesh));
    const framed = { positions: toFrame(body, mesh.positions), triangles };
    const seen = normalizePoints(spreadPoints(framed, SEQUENCE_SAMPLE.points));
    const shrink = (value: number, i: number) => (value - seen.center[i % 3]) / seen.size;
    points.push(...seen.points);
    tracked.push(...samplePositions(samples, framed.positions, triangles).map(shrink));
    if (!teacher) {
      const { plan, forward } = await readFrames(model, sequence);
      const learned = await readBody(model, mesh, body, { plan, facing: nearestQuarter(body, forward) });
      if (learned.parents.length < 2) return undefined;
      teacher = {
        learned,
        places: Float32Array.from(learned.positions, shrink),
        forward: turn(body, QUARTERS[learned.facing]),
      };
    }
    facing.push(nearestQuarter(body, teacher.forward));
  }
  const { learned, places } = teacher as NonNullable<typeof teacher>;
  return {
    points: Float32Array.from(points),
    tracked: Float32Array.from(tracked),
    facing: Int16Array.from(facing),
    joints: places,
    parents: learned.parents,
    tokens: learned.tokens,
    plan: Int16Array.from(Object.keys(PLAN_QUESTIONS), (name) => learned.plan[name as PlanQuestion] ?? 0),
  };
}

/** The teacher on the anchor, told what all frames show: one of them alone may show a snake as legs. What moves is a body. */
function readBody(
  model: SkeletonModel,
  mesh: Mesh,
  frame: BodyFrame,
  { plan, facing }: Required<Pick<LearnedSkeletonOptions, 'plan' | 'facing'>>,
): Promise<LearnedSkeleton> {
  const isNothing = WHOLES[plan.whole ?? 0] === 'nothing';
  const told = isNothing ? { ...plan, whole: WHOLES.indexOf('body') } : plan;
  return findLearnedSkeleton(model, mesh, frame, { plan: told, facing });
}

/** Facing directions of the quarters, in a frame's axes. */
const QUARTERS = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 0, -1],
  [-1, 0, 0],
] as const;

/** A direction of the frame in the axes of the mesh. */
const turn = ({ axes }: BodyFrame, v: readonly number[]): readonly number[] =>
  [0, 1, 2].map((k) => axes[0][k] * v[0] + axes[1][k] * v[1] + axes[2][k] * v[2]);

function nearestQuarter({ axes }: BodyFrame, forward: readonly number[]): number {
  const [x, , z] = axes.map((axis) => axis[0] * forward[0] + axis[1] * forward[1] + axis[2] * forward[2]);
  return Math.abs(z) >= Math.abs(x) ? (z >= 0 ? 0 : 2) : x >= 0 ? 1 : 3;
}
