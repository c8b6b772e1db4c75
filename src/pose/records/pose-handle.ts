/**
 * @file Handles as users give them: target positions, pins, rotations or look-at targets for joints or points of the
 * surface, in metres and character space, on the rig's own joints. `toSolverHandles` converts them to the anatomical
 * joints in normalised units, relative to the root and without heading.
 */

import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { multiplyQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import type { Vec3 } from '../../math/vector.js';
import type { AnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { type JointRef, jointIndex } from '../../rig/names/joint-index.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { HandlePoint, SolverHandle } from './solver-handle.js';

/** One handle: a target position, pin, rotation or look-at target. Several in one handle hold together. */
export interface PoseHandle {
  /** A joint of the rig, by index or name; or give `vertex`. */
  readonly joint?: JointRef;
  /** A vertex of the rig's mesh; or give `joint`. */
  readonly vertex?: number;
  /** Where it shall be, metres. */
  readonly position?: Vec3;
  /** Stay where the pose `previous`, or rest, has it. */
  readonly pin?: boolean;
  /** Target rotation of the joint relative to rest, in character axes: a unit quaternion xyzw. */
  readonly rotation?: readonly [number, number, number, number];
  /** A point that the joint's `axis` should aim at, metres. */
  readonly lookAt?: Vec3;
  /** Direction of the joint's axis at rest, in character axes; +Z where absent. */
  readonly axis?: Vec3;
  /**
   * How far the pose may stay from the target where that makes a better pose: metres for positions, radians for
   * rotations. Absent or 0: as near as bone lengths allow.
   */
  readonly softness?: number;
}

/** A handle whose joint is an index. */
export type IndexedHandle = PoseHandle & { readonly joint?: number };

/** Handles with the joints of a skeleton by index. */
export const indexHandles = (skeleton: Skeleton, handles: readonly PoseHandle[]): IndexedHandle[] =>
  handles.map(({ joint, ...handle }, h) => ({
    ...handle,
    // Numbers are checked with the rest of the handle.
    joint: typeof joint === 'string' ? jointIndex(skeleton, joint, `pose/solve: handle ${h}`) : joint,
  }));

/** Transform from character space to the solver's frame: p ↦ rotation · (p − origin) · scale. */
export interface SolverFrame {
  readonly scale: number;
  /** Where the root is expected, metres. */
  readonly origin: Vec3;
  /** Heading that is taken away, radians about +Y. */
  readonly heading: number;
}

export interface SolverHandles {
  readonly list: readonly SolverHandle[];
  /** Which handle of the user each came from. */
  readonly sources: readonly number[];
  readonly findings: readonly Finding[];
}

/** Where a pose has joints and vertices, metres; for pins. */
export interface PinPositions {
  joint(joint: number): Vec3;
  vertex(vertex: number): Vec3;
}

export function toSolverHandles(
  anatomy: AnatomicalRig,
  handles: readonly IndexedHandle[],
  space: SolverFrame,
  pinned: PinPositions,
): SolverHandles {
  const list: SolverHandle[] = [];
  const sources: number[] = [];
  const still: number[] = [];
  const turn: [number, number, number, number] = [
    0,
    Math.sin(-space.heading / 2),
    0,
    Math.cos(space.heading / 2),
  ];
  handles.forEach((handle, h) => {
    checkHandle(anatomy, handle, h);
    const push = (body: SolverHandle) => {
      list.push(body);
      sources.push(h);
    };
    const points = findPoints(anatomy, handle, space.scale);
    if (points.length === 0) {
      // A pin on what stands still holds anyway.
      if (handle.position || handle.rotation || handle.lookAt) still.push(h);
      return;
    }
    const softness = handle.softness || undefined;
    const place =
      handle.position ??
      (handle.pin
        ? handle.vertex === undefined
          ? pinned.joint(handle.joint!)
          : pinned.vertex(handle.vertex)
        : undefined);
    if (place) {
      push({
        kind: 'position',
        points,
        target: toSolver(space, turn, place),
        softness: softness && softness * space.scale,
      });
    }
    const [{ joint }] = points;
    if (handle.rotation) {
      const rotation: [number, number, number, number] = [0, 0, 0, 1];
      multiplyQuaternionInto(rotation, 0, turn, 0, handle.rotation, 0);
      push({ kind: 'rotation', joint, rotation, softness });
    }
    if (handle.lookAt) {
      const [x, y, z] = handle.axis ?? [0, 0, 1];
      const length = Math.hypot(x, y, z);
      push({
        kind: 'aim',
        joint,
        axis: [x / length, y / length, z / length],
        target: toSolver(space, turn, handle.lookAt),
        softness,
      });
    }
  });
  return { list, sources, findings: reportFixedHandles(still) };
}

/** The anatomical joints that move a handle's point; none where nothing moves it. */
function findPoints(
  { rig, sources, carriers, original }: AnatomicalRig,
  handle: IndexedHandle,
  scale: number,
): HandlePoint[] {
  if (handle.vertex === undefined) {
    const joint = carriers[handle.joint!];
    if (joint < 0) return [];
    const from = sources[joint] * 3;
    const to = handle.joint! * 3;
    const offset = [0, 1, 2].map((k) => (original.rest[to + k] - original.rest[from + k]) * scale);
    return [{ joint, offset: offset as [number, number, number], weight: 1 }];
  }
  const { skeleton, mesh, skin } = rig;
  const points: HandlePoint[] = [];
  let total = 0;
  for (let i = 0; i < skin!.influenceCount; i++) {
    const slot = handle.vertex * skin!.influenceCount + i;
    const weight = skin!.weights[slot];
    if (!(weight > 0)) continue;
    const joint = skin!.joints[slot];
    const offset = [0, 1, 2].map(
      (k) => (mesh!.positions[handle.vertex! * 3 + k] - skeleton.rest[joint * 3 + k]) * scale,
    );
    points.push({ joint, offset: offset as [number, number, number], weight });
    total += weight;
  }
  return points
    .map((point) => ({ ...point, weight: point.weight / total }))
    .sort((a, b) => b.weight - a.weight);
}

function toSolver(space: SolverFrame, turn: readonly number[], place: Vec3): [number, number, number] {
  const out: [number, number, number] = [0, 1, 2].map(
    (k) => (place[k] - space.origin[k]) * space.scale,
  ) as never;
  rotateVectorInto(out, 0, turn, 0, out, 0);
  return out;
}

function checkHandle({ original, rig }: AnatomicalRig, handle: IndexedHandle, h: number): void {
  const { joint, vertex } = handle;
  const where = `pose/solve: handle ${h}`;
  requireInput(
    (joint === undefined) !== (vertex === undefined),
    `${where} has to name a joint or a vertex, one of them`,
  );
  const jointCount = original.parents.length;
  if (joint !== undefined) {
    requireInput(
      Number.isInteger(joint) && joint >= 0 && joint < jointCount,
      `${where} names joint ${joint}; the rig has joints 0 to ${jointCount - 1}`,
    );
  }
  if (vertex !== undefined) {
    const vertexCount = rig.skin ? (rig.mesh?.positions.length ?? 0) / 3 : 0;
    requireInput(
      Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount,
      `${where} names vertex ${vertex}; the rig has ${vertexCount} skinned vertices`,
    );
    requireInput(!handle.rotation && !handle.lookAt, `${where} rotates a vertex; rotate a joint instead`);
  }
  requireInput(
    handle.position || handle.pin || handle.rotation || handle.lookAt,
    `${where} has no target; give position, pin, rotation or lookAt`,
  );
  const numbers = [handle.position, handle.rotation, handle.lookAt, handle.axis].flatMap(
    (list) => list ?? [],
  );
  requireInput(
    numbers.every(Number.isFinite) && (handle.softness === undefined || handle.softness >= 0),
    `${where} holds numbers that are none; give finite ones, and a softness from 0 up`,
  );
  const { rotation, axis } = handle;
  requireInput(
    !rotation || Math.abs(Math.hypot(...rotation) - 1) < 1e-3,
    `${where} has a rotation that is no unit quaternion`,
  );
  requireInput(!axis || Math.hypot(...axis) > 1e-9, `${where} has an axis without direction`);
}

function reportFixedHandles(handles: readonly number[]): Finding[] {
  if (handles.length === 0) return [];
  return [
    {
      code: 'handle-stands-still',
      severity: 'warning',
      message: `handles ${handles.join(', ')} are on joints above the root of the body, which do not move`,
      fix: 'Drag a joint of the body, or move the whole rig.',
    },
  ];
}
