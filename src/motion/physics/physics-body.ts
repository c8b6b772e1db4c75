/**
 * @file The PhysicsBody record: a creature as rigid segments on ball joints, ready to be written as a MuJoCo model.
 *
 * Units are those of the simulation: the body is scaled to a standard size, because contact softness, armature and time
 * step suit bodies of about a metre, and files come in millimetres and in kilometres. Nothing tells how large a creature
 * is meant to be; gravity against its size is thereby that of an animal as large as a child or a dog.
 */

import type { Finding } from '../../base/finding.js';

/** A solid for contacts within the body. */
export interface SegmentShape {
  readonly segment: number;
  readonly kind: 'capsule' | 'box' | 'sphere';
  /** Middle, from the segment's joint, in its axes. [3] */
  readonly centre: readonly number[];
  /** Turn of the shape's own axes; a capsule lies along z. [4] xyzw */
  readonly turn: readonly number[];
  /** Capsule: radius and half its straight part; box: half its sides; sphere: radius. */
  readonly size: readonly number[];
}

/** A rig as articulated rigid bodies. */
export interface PhysicsBody {
  /** Simulated metres per metre of the rig. */
  readonly scale: number;
  /** Height of the body, simulated metres. */
  readonly height: number;
  /** Mass of all segments, kilograms. */
  readonly mass: number;
  /** Name of each segment: of the joint that it turns about. [S] */
  readonly names: readonly string[];
  /** Parent of each segment; −1 marks the root, segment 0. [S] */
  readonly parents: Int16Array;
  /** Joint of the anatomical tree that each segment turns about. [S] */
  readonly joints: Int16Array;
  /** Segment that each joint of the anatomical tree belongs to. [A] */
  readonly segmentOf: Int16Array;
  /** Where each segment's joint lies on its parent, in the parent's axes. [S, 3] */
  readonly pivots: Float64Array;
  /** Rotation of each segment against its parent from which its joint counts: the middle of what it does. [S, 4] */
  readonly homes: Float64Array;
  /** 1 where a joint also slides on its parent, as joints of some files do. [S] */
  readonly slides: Uint8Array;
  /** Force per metre off target of those that slide. [S] */
  readonly slideStiffness: Float64Array;
  /** Force per metre a second. [S] */
  readonly slideDamping: Float64Array;
  /** Mass that a sliding joint adds. [S] */
  readonly slideArmature: Float64Array;
  /** [S] */
  readonly masses: Float64Array;
  /** Centre of mass from the joint. [S, 3] */
  readonly centres: Float64Array;
  /** Inertia about the centre of mass: xx, yy, zz, xy, xz, yz. [S, 6] */
  readonly inertias: Float64Array;
  /** How far each joint may turn from home, radians. [S] */
  readonly limits: Float64Array;
  /** Torque per radian off target. [S] */
  readonly stiffness: Float64Array;
  /** Torque per radian a second. [S] */
  readonly damping: Float64Array;
  /** Inertia that each joint adds to what hangs on it. [S] */
  readonly armature: Float64Array;
  readonly shapes: readonly SegmentShape[];
  /** Points that touch the ground: their segments and where they are on them. [P], [P, 3] */
  readonly soles: { readonly segments: Int16Array; readonly points: Float64Array };
  /** Pairs of segments that pass through each other, beside neighbours: they did so at rest or in the poses. */
  readonly overlaps: readonly (readonly [number, number])[];
  readonly findings: readonly Finding[];
}

/** Where the engine keeps what belongs to each segment; −1 where there is none. */
export interface DofLayout {
  /** Numbers of a configuration, a velocity, a command. */
  readonly positionCount: number;
  readonly velocityCount: number;
  readonly controlCount: number;
  /** Quaternion of each segment's joint. [S] */
  readonly rotationAt: Int32Array;
  /** Its turning. [S] */
  readonly spinAt: Int32Array;
  /** Its three servos. [S] */
  readonly rotationControlAt: Int32Array;
  /** How far each is slid, its speed, its servos. [S] */
  readonly slideAt: Int32Array;
  readonly slideSpeedAt: Int32Array;
  readonly slideControlAt: Int32Array;
}

/** Root first: place and quaternion; then, segment by segment, what slides and what turns. */
export function layOutDofs({ parents, slides }: PhysicsBody): DofLayout {
  const none = () => new Int32Array(parents.length).fill(-1);
  const [rotationAt, spinAt, rotationControlAt] = [none(), none(), none()];
  const [slideAt, slideSpeedAt, slideControlAt] = [none(), none(), none()];
  [rotationAt[0], spinAt[0]] = [3, 3];
  let [q, v, u] = [7, 6, 0];
  for (let s = 1; s < parents.length; s++) {
    if (slides[s]) {
      [slideAt[s], slideSpeedAt[s], slideControlAt[s]] = [q, v, u];
      q += 3;
      v += 3;
      u += 3;
    }
    [rotationAt[s], spinAt[s], rotationControlAt[s]] = [q, v, u];
    q += 4;
    v += 3;
    u += 3;
  }
  return {
    positionCount: q,
    velocityCount: v,
    controlCount: u,
    rotationAt,
    spinAt,
    rotationControlAt,
    slideAt,
    slideSpeedAt,
    slideControlAt,
  };
}
