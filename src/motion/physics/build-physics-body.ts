/**
 * @file Builds a simulated body from a rig: rigid segments with the mass of their volume on ball joints, that
 * stand on points of the mesh's own soles.
 *
 * The anatomical tree is what is simulated (feet of many files are parented to the root); tiny, light and stiff joints are
 * part of their parent's segment. Lengths, middles and ranges of joints are those of the poses that are known, the rest
 * pose where there are none. Joints are balls: three hinges in a row lose a direction when the middle one is at a
 * right angle, which shoulders are; the limit of a ball is a cone about home, wide enough for all poses with a margin.
 * Gains grow with the inertia that a joint carries, so that all joints answer equally fast: that of what hangs below it,
 * and on legs also the body above, which rests on them.
 */

import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import {
  invertQuaternionInto,
  normalizeQuaternion,
  quaternionAngle,
  relativeQuaternionInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { findVolumeCells } from '../../mesh/volume-cells.js';
import { dominantJoints } from '../../rig/dominant-joints.js';
import type { PartialRig } from '../../rig/rig-records.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import type { ContactScene } from '../contacts/contact-scene.js';
import { detectInScene } from '../contacts/detect-contacts.js';
import type { ContactLimb } from '../contacts/find-contact-limbs.js';
import { findOverlaps } from './find-overlaps.js';
import { fitShape } from './fit-shape.js';
import { mergeJoints } from './merge-joints.js';
import type { PhysicsBody, SegmentShape } from './physics-body.js';
import { pickSoles } from './pick-soles.js';
import { measureSegmentMasses } from './segment-masses.js';

/** Options of the simulated body. */
export interface PhysicsBodyOptions {
  /** Height of the body in the simulation, metres. */
  readonly height?: number;
  /** Kilograms per cubic metre. */
  readonly density?: number;
  /** How fast joints answer, radians a second: their stiffness is the inertia that they carry times its square. */
  readonly response?: number;
}

/** Defaults of `buildPhysicsBody`. */
export const PHYSICS_BODY_DEFAULTS = Object.freeze({ height: 1, density: 1000, response: 25 });

/** Poses that are looked at. */
const MOST_FRAMES = 48;
/** Margin of a joint's cone: radians, and a share of what it does. */
const LIMIT_MARGIN = 0.3;
const LIMIT_SHARE = 0.25;
/** Cone where no poses are known, radians. */
const FREE_LIMIT = 1.2;
const WIDEST = 3;
/** Joints that get further than this from where they hang, over the height, slide. */
const SLIDING = 0.005;
/** Seconds: no joint may answer faster than this. */
const FASTEST = 1 / 150;
/** Share of the body's inertia about a foot that each joint of a leg carries. */
const BEARING = 0.35;
/** Joints nearer to the ground than this, over the height, carry as if they were as far. */
const LEAST_REACH = 0.25;

/** Options of `buildPhysicsBody`. */
export interface BuildPhysicsBodyOptions extends PhysicsBodyOptions {
  /** What the creature does: its clips or samples of its pose space. */
  readonly poses?: readonly Pose[];
}

/** The body of a rig with a mesh and a skin. */
export function buildPhysicsBody(body: PartialRig, options: BuildPhysicsBodyOptions = {}): PhysicsBody {
  checkBody(body);
  const poses = options.poses?.length ? options.poses : [restPose(body.skeleton)];
  const clip: Clip = { name: 'poses', times: Float32Array.from(poses, (_, i) => i), poses };
  const { scene, limbs } = detectInScene(body, clip, { loop: false });
  return assembleBody(scene, limbs, options);
}

/** What a body needs to be simulated, said before anything else is tried. */
export function checkBody({ skeleton, mesh, skin }: PartialRig): void {
  requireInput(
    mesh && skin && mesh.triangles.length > 0,
    'motion/buildPhysicsBody: a body without a mesh and a skin has no mass; rig a mesh first',
  );
  const allFinite = (values: ArrayLike<number>) => {
    for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
    return true;
  };
  requireInput(
    allFinite(skeleton.rest) && allFinite(mesh.positions) && allFinite(skin.weights),
    'motion/buildPhysicsBody: the rig holds numbers that are not finite; repair the file',
  );
}

/** The body of a clip on its scene. */
export function assembleBody(
  scene: ContactScene,
  limbs: readonly ContactLimb[],
  options: PhysicsBodyOptions = {},
): PhysicsBody {
  const settings = { ...PHYSICS_BODY_DEFAULTS, ...options };
  const { anatomy, frames: all } = scene.motion;
  const rig = anatomy.rig as Rig;
  const { parents, rest, names } = rig.skeleton;
  const frames = all.filter((_, f) => f % Math.ceil(all.length / MOST_FRAMES) === 0);
  const scale = settings.height / scene.height;

  // (1) Which joints are simulated.
  // Vertices without a weight stay with the root.
  const owners = dominantJoints(rig.skin).map((j) => Math.max(0, j));
  const volume = findVolumeCells(rig.mesh);
  const shares = new Float64Array(parents.length);
  for (const v of volume.vertices) shares[owners[v]] += 1 / volume.vertices.length;
  const bears = markBearing(parents, limbs);
  const owner = mergeJoints({ parents, rest, height: scene.height, masses: shares, bears, frames });
  const joints = sortSegments(owner, parents);
  const segmentOf = owner.map((a) => joints.indexOf(a));
  const above = joints.map((a) => (a === 0 ? -1 : segmentOf[parents[a]]));

  // (2) Where they hang and how they turn.
  const count = joints.length;
  const pivots = new Float64Array(count * 3);
  const homes = new Float64Array(count * 4);
  const limits = new Float64Array(count);
  for (let s = 0; s < count; s++) {
    if (s === 0) homes[3] = 1;
    else placeJoint(pivots, homes, s, joints[s], joints[above[s]], frames);
    limits[s] = s === 0 ? 0 : coneOf(homes, s, joints[s], joints[above[s]], frames);
  }
  const slides = Uint8Array.from(joints, (a, s) =>
    s > 0 && slideRange(pivots, s, a, joints[above[s]], frames) > SLIDING * scene.height ? 1 : 0,
  );
  for (let i = 0; i < pivots.length; i++) pivots[i] *= scale;

  // (3) What they weigh.
  const origins = gather(rest, joints);
  const segments = Int16Array.from(volume.vertices, (v) => segmentOf[owners[v]]);
  const weights = measureSegmentMasses(volume, segments, origins, scale, settings.density);
  const mass = weights.masses.reduce((a, b) => a + b, 0);
  const shapes = fitShapes(rig, owners, segmentOf, origins, scale);
  const soles = pickSoles(scene, segmentOf, joints, scale);
  const tree = { parents: above, pivots, homes, slides, ...weights, joints, segmentOf };
  const gains = tuneJoints(tree, limbs, bears, mass, settings.response, scene, scale);
  return {
    scale,
    height: settings.height,
    mass,
    names: Array.from(joints, (a) => names[a]),
    ...tree,
    limits,
    ...gains,
    shapes,
    soles,
    overlaps: findOverlaps(tree, shapes, frames, settings.height),
    findings: describeBody(volume.hollow, joints.length, parents.length),
  };
}

/** Joints of segments, each followed by all that hangs on it: the order in which the engine numbers bodies. */
function sortSegments(owner: Int16Array, parents: Int16Array): Int16Array {
  const children: number[][] = Array.from(parents, () => []);
  for (let a = 1; a < parents.length; a++) if (owner[a] === a) children[owner[parents[a]]].push(a);
  const walk = (a: number): number[] => [a, ...children[a].flatMap(walk)];
  return Int16Array.from(walk(0));
}

function gather(rest: Float32Array, joints: Int16Array): Float64Array {
  const out = new Float64Array(joints.length * 3);
  for (const [s, a] of joints.entries()) out.set(rest.subarray(a * 3, a * 3 + 3), s * 3);
  return out;
}

/** Joints of legs: from the foot up to the trunk, and what hangs on the foot. [A] */
function markBearing(parents: Int16Array, limbs: readonly ContactLimb[]): Uint8Array {
  return Uint8Array.from(parents, (_, a) =>
    limbs.some(({ chain, end }) => chain.includes(a) || hangsFrom(parents, a, end)) ? 1 : 0,
  );
}

/** Mean place of a joint on its parent segment, and mean rotation against it. */
function placeJoint(
  pivots: Float64Array,
  homes: Float64Array,
  s: number,
  joint: number,
  parent: number,
  frames: ContactScene['motion']['frames'],
): void {
  const inverse = new Float64Array(4);
  const bone = new Float64Array(3);
  const turn = new Float64Array(4);
  for (const { body } of frames) {
    for (let k = 0; k < 3; k++) bone[k] = body.positions[joint * 3 + k] - body.positions[parent * 3 + k];
    invertQuaternionInto(inverse, 0, body.rotations, parent * 4);
    rotateVectorInto(bone, 0, inverse, 0, bone, 0);
    for (let k = 0; k < 3; k++) pivots[s * 3 + k] += bone[k] / frames.length;
    relativeQuaternionInto(turn, 0, body.rotations, parent * 4, body.rotations, joint * 4);
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += turn[k] * homes[s * 4 + k];
    for (let k = 0; k < 4; k++) homes[s * 4 + k] += dot < 0 ? -turn[k] : turn[k];
  }
  normalizeQuaternion(homes, s * 4);
}

/** How far a joint gets from its mean place on its parent, metres. */
function slideRange(
  pivots: Float64Array,
  s: number,
  joint: number,
  parent: number,
  frames: ContactScene['motion']['frames'],
): number {
  const inverse = new Float64Array(4);
  const bone = new Float64Array(3);
  let most = 0;
  for (const { body } of frames) {
    for (let k = 0; k < 3; k++) bone[k] = body.positions[joint * 3 + k] - body.positions[parent * 3 + k];
    invertQuaternionInto(inverse, 0, body.rotations, parent * 4);
    rotateVectorInto(bone, 0, inverse, 0, bone, 0);
    most = Math.max(
      most,
      Math.hypot(bone[0] - pivots[s * 3], bone[1] - pivots[s * 3 + 1], bone[2] - pivots[s * 3 + 2]),
    );
  }
  return most;
}

/** The cone about home that holds what a joint does. */
function coneOf(
  homes: Float64Array,
  s: number,
  joint: number,
  parent: number,
  frames: ContactScene['motion']['frames'],
): number {
  if (frames.length < 2) return FREE_LIMIT;
  const turn = new Float64Array(4);
  let most = 0;
  for (const { body } of frames) {
    relativeQuaternionInto(turn, 0, body.rotations, parent * 4, body.rotations, joint * 4);
    most = Math.max(most, quaternionAngle(homes, s * 4, turn, 0));
  }
  return Math.min(WIDEST, (1 + LIMIT_SHARE) * most + LIMIT_MARGIN);
}

/** Vertices of a segment that its shape is fitted to. */
const SHAPE_POINTS = 400;

function fitShapes(
  { mesh }: Rig,
  owners: Int16Array,
  segmentOf: Int16Array,
  origins: Float64Array,
  scale: number,
): SegmentShape[] {
  const own: number[][] = Array.from({ length: origins.length / 3 }, () => []);
  for (const v of [...new Set(mesh.triangles)].sort((a, b) => a - b)) own[segmentOf[owners[v]]].push(v);
  return own.flatMap((vertices, s) => {
    const step = Math.ceil(vertices.length / SHAPE_POINTS);
    const picked = vertices.filter((_, i) => i % step === 0);
    const points = new Float32Array(picked.length * 3);
    for (const [i, v] of picked.entries()) {
      for (let k = 0; k < 3; k++)
        points[i * 3 + k] = scale * (mesh.positions[v * 3 + k] - origins[s * 3 + k]);
    }
    return fitShape(s, points) ?? [];
  });
}

interface SegmentTree {
  readonly parents: Int16Array;
  readonly segmentOf: Int16Array;
  readonly pivots: Float64Array;
  readonly masses: Float64Array;
  readonly centres: Float64Array;
  readonly inertias: Float64Array;
}

/** Stiffness, damping and armature by what joints carry. */
function tuneJoints(
  tree: SegmentTree,
  limbs: readonly ContactLimb[],
  bears: Uint8Array,
  mass: number,
  response: number,
  scene: ContactScene,
  scale: number,
) {
  const { parents, pivots, masses, centres, inertias, segmentOf } = tree;
  const count = parents.length;
  // (1) What hangs below: mass, its moment and its second moment about the joint, the segments as in the rest pose.
  const below = masses.slice();
  const moments = new Float64Array(count * 3);
  const carried = new Float64Array(count);
  for (let s = count - 1; s >= 0; s--) {
    const [x, y, z] = centres.subarray(s * 3, s * 3 + 3);
    carried[s] +=
      (inertias[s * 6] + inertias[s * 6 + 1] + inertias[s * 6 + 2]) / 2 + masses[s] * (x * x + y * y + z * z);
    for (let k = 0; k < 3; k++) moments[s * 3 + k] += masses[s] * centres[s * 3 + k];
    const p = parents[s];
    if (p < 0) continue;
    const bone = pivots.subarray(s * 3, s * 3 + 3);
    let [dot, squared] = [0, 0];
    for (let k = 0; k < 3; k++) {
      dot += bone[k] * moments[s * 3 + k];
      squared += bone[k] * bone[k];
      moments[p * 3 + k] += moments[s * 3 + k] + below[s] * bone[k];
    }
    carried[p] += carried[s] + 2 * dot + below[s] * squared;
    below[p] += below[s];
  }
  // (2) On legs, the body above: about the foot, as far as the joint is from it.
  const { rest, parents: parentsOf } = scene.motion.anatomy.rig.skeleton;
  const bearing = new Float64Array(count);
  for (const { chain, end } of limbs) {
    for (let a = 0; a < bears.length; a++) {
      if (!bears[a] || !(chain.includes(a) || hangsFrom(parentsOf, a, end))) continue;
      let squared = 0;
      for (let k = 0; k < 3; k++) squared += (scale * (rest[a * 3 + k] - rest[end * 3 + k])) ** 2;
      // A foot is not a point.
      const reach = Math.max(Math.sqrt(squared), LEAST_REACH * scale * scene.height);
      const s = segmentOf[a];
      bearing[s] = Math.max(bearing[s], (BEARING * mass * reach * reach) / Math.max(1, limbs.length / 2));
    }
  }
  const stiffness = new Float64Array(count);
  const damping = new Float64Array(count);
  const armature = new Float64Array(count);
  const slideStiffness = new Float64Array(count);
  const slideDamping = new Float64Array(count);
  const slideArmature = new Float64Array(count);
  for (let s = 1; s < count; s++) {
    const inertia = carried[s] + bearing[s];
    stiffness[s] = inertia * response * response;
    damping[s] = 2 * inertia * response;
    armature[s] = 0.02 * carried[s] + stiffness[s] * FASTEST * FASTEST;
    const weight = below[s] + (bearing[s] > 0 ? (BEARING * mass) / Math.max(1, limbs.length / 2) : 0);
    slideStiffness[s] = weight * response * response;
    slideDamping[s] = 2 * weight * response;
    slideArmature[s] = 0.02 * below[s] + slideStiffness[s] * FASTEST * FASTEST;
  }
  return { stiffness, damping, armature, slideStiffness, slideDamping, slideArmature };
}

function hangsFrom(parents: Int16Array, joint: number, from: number): boolean {
  let a = joint;
  while (a > from) a = parents[a];
  return a === from;
}

function describeBody(hollow: boolean, segments: number, joints: number): Finding[] {
  const findings: Finding[] = [
    {
      code: 'segments',
      severity: 'info',
      message: `${segments} of ${joints} joints of the body are simulated; tiny, light and stiff ones move with their parents`,
    },
  ];
  if (hollow) {
    findings.push({
      code: 'no-volume',
      severity: 'warning',
      message: 'the mesh encloses nothing; its vertices were taken to weigh alike',
      fix: 'Close the mesh.',
    });
  }
  return findings;
}
