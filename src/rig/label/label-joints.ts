/**
 * @file What the joints of any rig are, by the labelling network: role, side, what each moves with, its partner across the
 * mirror plane, and where the body faces. Names are evidence where there are any; places, tree and what each joint moves
 * say the rest.
 *
 * Facing first, from four sides at once; then the body is turned to face +Z, and it and its mirror image are labelled
 * together, so that left and right are treated alike. Same rig, same labels.
 */

import { cross, dot, scale, type Vec3, vectorAt } from '../../math/vector.js';
import { computeBox, longestSide } from '../../mesh/box.js';
import { floats, integers, type Tensors } from '../../nets/network.js';
import { ROLES } from '../learned/role-tokens.js';
import type { PartialRig } from '../rig-records.js';
import { correctLabels } from './correct-labels.js';
import { decodeTree, pairAcross } from './decode-pointers.js';
import { type JointShapes, MOMENTS, measureJointShapes } from './joint-moments.js';
import { HEADINGS, type LabelModel } from './label-network.js';
import type { JointLabels } from './network-labels.js';
import { CONTROL, type JointNames, readJointNames } from './read-joint-names.js';
import { treeCodes } from './tree-codes.js';
import { turnMoments } from './turn-moments.js';

/** Options of `labelJoints`. */
export interface LabelJointsOptions {
  /** Where the body faces, if that is known. */
  readonly forward?: Vec3;
}

/** More joints than this are not labelled. */
export const MOST_JOINTS = 512;
/** Numbers of joints that the network tells apart as roles. */
const LABELS = CONTROL + 1;

/** Labels the joints of a rig that stands upright (+Y); undefined where it has too many. */
export async function labelJoints(
  { skeleton, mesh, skin }: PartialRig,
  { label }: LabelModel,
  options: LabelJointsOptions = {},
): Promise<JointLabels | undefined> {
  const count = skeleton.parents.length;
  if (count > MOST_JOINTS || count < 2) return undefined;
  const shapes = normalizeMass(measureJointShapes(skeleton, mesh, skin));
  const read = readJointNames(skeleton);
  const names = Array.from(skeleton.names, (_, j) => [
    read.role[j],
    read.side[j] > 0 ? 1 : read.side[j] < 0 ? 2 : 0,
    read.row[j],
  ]);
  const given: Given = { shapes, names, parents: skeleton.parents, codes: treeCodes(skeleton.parents) };
  const { heading, sure } = options.forward
    ? { heading: Math.atan2(options.forward[0], options.forward[2]), sure: 1 }
    : await findHeading(given, label.run, headingOfNames(read, skeleton.rest));

  // (2) The body faces +Z; the second view is its mirror image.
  const out = await label.run(
    toInputs(
      given,
      [
        { angle: -heading, mirrored: false },
        { angle: -heading, mirrored: true },
      ],
      true,
    ),
  );
  const role = new Uint8Array(count);
  const side = new Int8Array(count);
  const confidence = new Float32Array(count);
  const roles = meanOfViews(out.role.data as Float32Array, count, LABELS);
  const sides = meanOfViews(out.side.data as Float32Array, count, 3, [0, 2, 1]);
  for (let j = 0; j < count; j++) {
    role[j] = largest(roles, j * LABELS, LABELS);
    const at = largest(sides, j * 3, 3);
    side[j] = role[j] === CONTROL ? 0 : at === 1 ? 1 : at === 2 ? -1 : 0;
    confidence[j] = familyChance(roles, j, role[j]) * (role[j] === CONTROL ? 1 : sides[j * 3 + at]) * sure;
  }
  const body = (j: number) => role[j] !== CONTROL;
  const moves = decodeTree(meanOfViews(out.moves.data as Float32Array, count, count + 1), count, body);
  const labels = correctLabels(
    {
      role,
      side,
      moves,
      partner: new Int16Array(count).fill(-1),
      confidence,
      facing: sure,
      forward: [Math.sin(heading), 0, Math.cos(heading)],
    },
    read,
  );
  const partner = pairAcross(
    meanOfViews(out.partner.data as Float32Array, count, count + 1),
    labels.role,
    labels.side,
  );
  return {
    ...labels,
    partner,
    forward: options.forward ?? refineForward(skeleton.rest, partner, labels.side, heading),
  };
}

interface Given {
  readonly shapes: JointShapes;
  readonly names: readonly (readonly number[])[];
  readonly parents: Int16Array;
  readonly codes: Uint8Array;
}

interface View {
  /** Turn about +Y, radians. */
  readonly angle: number;
  readonly mirrored: boolean;
}

function normalizeMass(shapes: JointShapes): JointShapes {
  let total = 0;
  for (let i = 0; i < shapes.moments.length; i += MOMENTS) total += shapes.moments[i];
  return total > 0 ? { ...shapes, moments: shapes.moments.map((value) => value / total) } : shapes;
}

/** The rig as the network sees it from several sides. */
function toInputs({ shapes, names, parents, codes }: Given, views: readonly View[], told: boolean): Tensors {
  const [b, n] = [views.length, parents.length];
  const joints = new Float32Array(b * n * 3);
  const moments = new Float32Array(b * n * MOMENTS);
  for (const [v, { angle, mirrored }] of views.entries()) {
    const [c, s, m] = [Math.cos(angle), Math.sin(angle), mirrored ? -1 : 1];
    for (let j = 0; j < n; j++) {
      const [x, y, z] = shapes.joints.subarray(j * 3, j * 3 + 3);
      joints.set([m * (c * x + s * z), y, c * z - s * x], (v * n + j) * 3);
    }
    turnMoments(moments, v * n * MOMENTS, shapes.moments, c, s, m);
  }
  const mirror = [0, 2, 1];
  const words = views.flatMap(({ mirrored }) =>
    names.flatMap(([role, side, row]) => [role, mirrored ? mirror[side] : side, row]),
  );
  const repeat = (values: ArrayLike<number>) => views.flatMap(() => Array.from(values));
  return {
    joints: floats(joints, b, n, 3),
    parents: integers(repeat(parents), b, n),
    moments: floats(moments, b, n, MOMENTS),
    names: integers(words, b, n, 3),
    codes: integers(repeat(codes), b, n, n),
    told: floats(new Float32Array(b).fill(told ? 1 : 0), b),
  };
}

/** Where the body faces, as an angle from +Z towards +X, by the votes of four views. */
async function findHeading(
  given: Given,
  run: LabelModel['label']['run'],
  named: number | undefined,
): Promise<{ heading: number; sure: number }> {
  const views = [0, 1, 2, 3].map((quarter): View => ({ angle: (quarter * Math.PI) / 2, mirrored: false }));
  const { facing } = await run(toInputs(given, views, false));
  const votes = new Float64Array(HEADINGS);
  for (let v = 0; v < views.length; v++) {
    const logs = logSoftmax((facing.data as Float32Array).subarray(v * HEADINGS, (v + 1) * HEADINGS));
    // A view that is turned by some bins sees the heading that many bins further.
    for (let i = 0; i < HEADINGS; i++) votes[i] += logs[(i + (v * HEADINGS) / 4) % HEADINGS] / views.length;
  }
  if (named !== undefined) {
    for (let i = 0; i < HEADINGS; i++)
      votes[i] += Math.log(
        Math.cos((i * 2 * Math.PI) / HEADINGS - named) > Math.SQRT1_2 ? TRUE_SIDES : 1 - TRUE_SIDES,
      );
  }
  const best = largest(votes, 0, HEADINGS);
  const sum = votes.reduce((total, vote) => total + Math.exp(vote), 0);
  const near = (k: number) => Math.exp(votes[(best + k + HEADINGS) % HEADINGS]) / sum;
  const shift = (near(1) - near(-1)) / (near(-1) + near(0) + near(1));
  const heading = ((best + shift) * 2 * Math.PI) / HEADINGS;
  // Bodies mostly face along an axis.
  const quarter = (Math.round(heading / (Math.PI / 2)) * Math.PI) / 2;
  return {
    heading: Math.abs(heading - quarter) < ON_AXIS ? quarter : heading,
    sure: Math.min(1, near(-1) + near(0) + near(1)),
  };
}

/** How likely a joint is of the part of the body that its role is of: whether it is spine or chest matters little. */
function familyChance(roles: Float64Array, joint: number, role: number): number {
  let sum = 0;
  for (let k = 0; k < LABELS; k++) if (FAMILY[k] === FAMILY[role]) sum += roles[joint * LABELS + k];
  return sum;
}

/** The part of the body of each role; controls are their own. */
const FAMILY: readonly string[] = [...ROLES, 'control'].map((role) => {
  if (/^(hips|spine|chest|neck)$/.test(role)) return 'trunk';
  if (/^(head|jaw|ear|horn|face)$/.test(role)) return 'head';
  return /^(shoulder|upperArm|lowerArm|hand|finger)$/.test(role)
    ? 'arm'
    : role.replace(/(Upper|Lower)Leg$|Foot$/, '');
});

/** What share of rigs calls left what is on the left: all but 8 of 1,089 of the training data. */
const TRUE_SIDES = 0.993;
/** Joints called left are this far from those called right, as a fraction of the size. */
const APART = 0.05;

/** Where the body faces if its names tell left from right truly; undefined where they tell no sides. */
function headingOfNames({ side, named }: JointNames, rest: Float32Array): number | undefined {
  let [x, z] = [0, 0];
  const counts = [0, 0];
  for (const own of side) if (own !== 0) counts[own > 0 ? 0 : 1]++;
  if (counts[0] < 2 || counts[1] < 2) return undefined;
  side.forEach((own, j) => {
    if (own === 0 || !named[j]) return;
    const share = own / counts[own > 0 ? 0 : 1];
    x += share * rest[j * 3];
    z += share * rest[j * 3 + 2];
  });
  const { min, max } = computeBox(rest);
  const apart = Math.hypot(x, z) > APART * longestSide({ min, max });
  // Left is to the left: forward = left × up.
  return apart ? Math.atan2(-z, x) : undefined;
}

/** Nearer to an axis than this, radians, the axis is meant. */
const ON_AXIS = 0.35;

/** Forward is where left partners are to the left of right ones, where those say about the same. */
function refineForward(rest: Float32Array, partner: Int16Array, side: Int8Array, heading: number): Vec3 {
  const seen: Vec3 = [Math.sin(heading), 0, Math.cos(heading)];
  let across: Vec3 = [0, 0, 0];
  partner.forEach((other, j) => {
    if (other < 0 || other === j || side[j] <= 0) return;
    const [a, b] = [vectorAt(rest, j), vectorAt(rest, other)];
    across = [across[0] + a[0] - b[0], 0, across[2] + a[2] - b[2]];
  });
  const ahead = cross(across, [0, 1, 0]);
  const length = Math.hypot(...ahead);
  if (length === 0 || dot(ahead, seen) < Math.cos(AGREES) * length) return seen;
  const forward = scale(ahead, 1 / length);
  const axis = forward.findIndex((value) => Math.abs(value) > SNAPS);
  return axis < 0
    ? forward
    : ([0, 1, 2].map((k) => (k === axis ? Math.sign(forward[k]) : 0)) as unknown as Vec3);
}

/** Partners that say another facing than this far away are not believed, radians. */
const AGREES = 0.6;
/** A direction this near to an axis (cosine) is that axis. */
const SNAPS = 0.995;

/** Mean of the probabilities of the two views; the second is the mirror image, in which columns swap. */
function meanOfViews(
  logits: Float32Array,
  rows: number,
  columns: number,
  swap?: readonly number[],
): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let v = 0; v < 2; v++) {
    for (let j = 0; j < rows; j++) {
      const at = (v * rows + j) * columns;
      const logs = logSoftmax(logits.subarray(at, at + columns));
      for (let k = 0; k < columns; k++) {
        const from = v === 1 && swap ? swap[k] : k;
        out[j * columns + k] += Math.exp(logs[from]) / 2;
      }
    }
  }
  return out;
}

function logSoftmax(logits: Float32Array): Float64Array {
  const most = logits.reduce((best, value) => Math.max(best, value), -Infinity);
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - most);
  return Float64Array.from(logits, (value) => value - most - Math.log(sum));
}

function largest(values: ArrayLike<number>, from: number, count: number): number {
  let best = 0;
  for (let k = 1; k < count; k++) if (values[from + k] > values[from + best]) best = k;
  return best;
}
