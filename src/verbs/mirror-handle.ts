/**
 * @file The mirror image of what is dragged, for a body whose sides move alike. The mirror plane lies midway between joints
 * and their partners at rest, and moves with the root of the body.
 */

import { invertQuaternionInto, multiplyQuaternionInto, rotateVectorInto } from '../math/quaternion.js';
import { distance, type Vec3, vectorAt } from '../math/vector.js';
import type { IndexedHandle } from '../pose/records/pose-handle.js';
import { findMirrorPlane, mirrorPoint, mirrorVector, signedDistance } from '../rig/edit/mirror-plane.js';
import type { JointGlobals } from '../rig/kinematics/forward-kinematics.js';
import type { Anatomy, PartialRig } from '../rig/rig-records.js';

/** Handles on the other side of a body. */
export interface HandleMirror {
  /** The joint on the other side, where there is one. */
  partner(joint: number): readonly number[];
  /** Undefined where the other side has nothing to drag: for joints and vertices in the middle. */
  reflect(handle: IndexedHandle): IndexedHandle | undefined;
  /** A target for what is in the middle: it stays there. */
  centre(target: Vec3): Vec3;
}

/** The mirror of a body in a pose; undefined for one without sides. */
export function createHandleMirror(
  { skeleton, mesh }: PartialRig,
  anatomy: Anatomy,
  root: number,
  start: JointGlobals,
): HandleMirror | undefined {
  const partners = anatomy.partner;
  if (!partners.some((partner, j) => partner >= 0 && partner !== j)) return undefined;
  const plane = findMirrorPlane({ skeleton, partners }, anatomy);
  const turn = Array.from(start.rotations.subarray(root * 4, root * 4 + 4));
  const back = [0, 0, 0, 1];
  invertQuaternionInto(back, 0, turn, 0);
  const [home, here] = [vectorAt(skeleton.rest, root), vectorAt(start.positions, root)];
  const move = (from: Vec3, to: Vec3, rotation: readonly number[], point: Vec3): Vec3 => {
    const out = [point[0] - from[0], point[1] - from[1], point[2] - from[2]];
    rotateVectorInto(out, 0, rotation, 0, out, 0);
    return [out[0] + to[0], out[1] + to[1], out[2] + to[2]];
  };
  const position = (point: Vec3): Vec3 =>
    move(home, here, turn, mirrorPoint(plane, move(here, home, back, point)));
  /** Relative to the root, a mirrored rotation is reversed about every axis but the one across. */
  const rotation = (given: readonly number[]): [number, number, number, number] => {
    const local = [0, 0, 0, 1];
    multiplyQuaternionInto(local, 0, back, 0, given, 0);
    const [x, y, z] = mirrorVector(plane, [local[0], local[1], local[2]]);
    const out: [number, number, number, number] = [0, 0, 0, 1];
    multiplyQuaternionInto(out, 0, turn, 0, [-x, -y, -z, local[3]], 0);
    return out;
  };
  const twinVertex = (vertex: number): number | undefined => {
    const at = vectorAt(mesh!.positions, vertex);
    const twin = nearestVertex(mesh!.positions, mirrorPoint(plane, at));
    // A vertex on the plane, or without a counterpart, has no mirror image.
    const isTwin = distance(vectorAt(mesh!.positions, twin), mirrorPoint(plane, at));
    return twin !== vertex && isTwin < Math.abs(signedDistance(plane, at)) ? twin : undefined;
  };
  const partner = (joint: number | undefined): number[] =>
    joint === undefined || partners[joint] < 0 || partners[joint] === joint ? [] : [partners[joint]];
  const twins = new Map<number, number | undefined>();
  return {
    partner,
    reflect(handle) {
      const { vertex, axis } = handle;
      const [joint] = partner(handle.joint);
      if (vertex !== undefined && !twins.has(vertex)) twins.set(vertex, twinVertex(vertex));
      const twin = vertex === undefined ? undefined : twins.get(vertex);
      if (joint === undefined && twin === undefined) return undefined;
      return {
        ...handle,
        ...(joint === undefined ? { vertex: twin } : { joint }),
        ...(handle.position && { position: position(handle.position) }),
        ...(handle.lookAt && { lookAt: position(handle.lookAt) }),
        ...(axis && { axis: mirrorVector(plane, axis) }),
        ...(handle.rotation && { rotation: rotation(handle.rotation) }),
      };
    },
    centre(target) {
      const across = position(target);
      return [(target[0] + across[0]) / 2, (target[1] + across[1]) / 2, (target[2] + across[2]) / 2];
    },
  };
}

/** The vertex nearest to a point. */
export function nearestVertex(positions: Float32Array, point: Vec3): number {
  let [best, least] = [0, Infinity];
  for (let v = 0; v < positions.length / 3; v++) {
    const away = distance(vectorAt(positions, v), point);
    if (away < least) [best, least] = [v, away];
  }
  return best;
}
