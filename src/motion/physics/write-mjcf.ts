/**
 * @file A PhysicsBody as MuJoCo's own model text (MJCF), which its other programs read too.
 *
 * Text rather than the engine's model builder: it can be looked at, kept and sent to workers, it compiles in
 * milliseconds, and the builder's binding is not yet tested by its makers. +Y is up, as everywhere in posespace.
 */

import { invertQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { childrenOf } from '../../rig/joint-tree.js';
import type { PhysicsBody } from './physics-body.js';

/** Options of `writeMjcf`. */
export interface WriteMjcfOptions {
  /** Seconds of a step. */
  readonly timeStep?: number;
  /** Coefficient of friction of ground and body. */
  readonly friction?: number;
  /** Whether segments push each other apart. */
  readonly selfCollision?: boolean;
}

/** Defaults of `writeMjcf`. */
export const WRITE_MJCF_DEFAULTS = Object.freeze({ timeStep: 1 / 300, friction: 1, selfCollision: true });

/** Radius of the points that a body stands on, over its height: they lie on the skin, so they have next to none. */
export const SOLE_RADIUS = 0.002;
/** Contacts are as stiff as they can be without ringing, in steps. */
const CONTACT_STEPS = 2.5;

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** The model of a body; segment s is body s + 1, see `layOutDofs` for the layout of its state. */
export function writeMjcf(body: PhysicsBody, options: WriteMjcfOptions = {}): string {
  const { timeStep, friction, selfCollision } = { ...WRITE_MJCF_DEFAULTS, ...options };
  const children = childrenOf(body.parents);
  const writeSegment = (s: number, indent: string): string[] => [
    `${indent}<body name="${nameOf(body, s)}" pos="${numbers(body.pivots, s, 3)}" quat="${quaternion(body.homes, s * 4)}">`,
    ...segmentParts(body, s, selfCollision).map((line) => `${indent}  ${line}`),
    ...children[s].flatMap((c) => writeSegment(c, `${indent}  `)),
    `${indent}</body>`,
  ];
  const servos = [...body.parents.keys()]
    .slice(1)
    .flatMap((s) => [
      ...(body.slides[s] ? AXES : []).map(
        (_, k) =>
          `    <position joint="${slideOf(body, s, k)}" kp="${text(body.slideStiffness[s])}" kv="${text(body.slideDamping[s])}"/>`,
      ),
      ...AXES.map(
        (gear) =>
          `    <position joint="${nameOf(body, s)}" gear="${gear.join(' ')}" kp="${text(body.stiffness[s])}" kv="${text(body.damping[s])}"/>`,
      ),
    ]);
  const skipped = new Map([...body.overlaps, ...nearKin(body)].map((pair) => [`${pair}`, pair]));
  return [
    '<mujoco model="posespace">',
    '  <compiler angle="radian" autolimits="true" balanceinertia="true"/>',
    `  <option timestep="${text(timeStep)}" gravity="0 -9.81 0" integrator="implicitfast" cone="elliptic" iterations="30"/>`,
    '  <size memory="16M"/>',
    '  <default>',
    `    <geom friction="${text(friction)}" solref="${text(CONTACT_STEPS * timeStep)} 1" solimp="0.95 0.99 0.001" density="0"/>`,
    `    <default class="solid"><geom contype="2" conaffinity="${selfCollision ? 2 : 0}" group="1"/></default>`,
    `    <default class="sole"><geom type="sphere" size="${text(SOLE_RADIUS * body.height)}" contype="0" conaffinity="1"/></default>`,
    '  </default>',
    '  <worldbody>',
    '    <geom name="ground" type="plane" size="0 0 1" quat="0.7071067811865476 -0.7071067811865475 0 0" contype="1" conaffinity="0"/>',
    ...writeSegment(0, '    '),
    '  </worldbody>',
    '  <contact>',
    ...Array.from(
      skipped.values(),
      ([a, b]) => `    <exclude body1="${nameOf(body, a)}" body2="${nameOf(body, b)}"/>`,
    ),
    '  </contact>',
    '  <actuator>',
    ...servos,
    '  </actuator>',
    '</mujoco>',
    '',
  ].join('\n');
}

/** Joint, inertia, solids and soles of a segment. */
function segmentParts(body: PhysicsBody, s: number, selfCollision: boolean): string[] {
  const { masses, centres, inertias, limits, armature, soles } = body;
  const joint =
    s === 0
      ? '<freejoint/>'
      : `<joint name="${nameOf(body, s)}" type="ball" range="0 ${text(limits[s])}" armature="${text(armature[s])}"/>`;
  const inverse = [0, 0, 0, 1];
  const sliding = (body.slides[s] ? AXES : []).map((axis, k) => {
    // Along the parent's axes, expressed in the segment's own.
    const along = [0, 0, 0];
    invertQuaternionInto(inverse, 0, body.homes, s * 4);
    rotateVectorInto(along, 0, inverse, 0, axis, 0);
    return `<joint name="${slideOf(body, s, k)}" type="slide" axis="${along.map(text).join(' ')}" armature="${text(body.slideArmature[s])}"/>`;
  });
  const stands = soles.segments.includes(s);
  const solids = body.shapes
    .filter(({ segment }) => segment === s)
    .map(
      ({ kind, centre, turn, size }) =>
        // Segments that have soles meet the ground with these alone.
        `<geom class="solid" type="${kind}" pos="${centre.map(text).join(' ')}" quat="${quaternion(turn, 0)}" size="${size.map(text).join(' ')}"${stands ? '' : ` conaffinity="${selfCollision ? 3 : 1}"`}/>`,
    );
  const points = [...soles.segments.keys()]
    .filter((i) => soles.segments[i] === s)
    .map((i) => {
      // The ball's lowest point is the skin when the sole is level.
      return `<geom class="sole" pos="${numbers(soles.points, i, 3)}"/>`;
    });
  return [
    ...sliding,
    joint,
    `<inertial mass="${text(masses[s])}" pos="${numbers(centres, s, 3)}" fullinertia="${numbers(inertias, s, 6)}"/>`,
    ...solids,
    ...points,
  ];
}

/** Pairs that share a joint or a parent joint: MuJoCo itself excludes only parents and children. */
function nearKin({ parents }: PhysicsBody): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 1; a < parents.length; a++) {
    const grand = parents[parents[a]];
    if (grand >= 0) pairs.push([grand, a]);
    for (let b = a + 1; b < parents.length; b++) if (parents[a] === parents[b]) pairs.push([a, b]);
  }
  return pairs;
}

const nameOf = (body: PhysicsBody, s: number): string => `${s} ${escapeXml(body.names[s])}`;

const slideOf = (body: PhysicsBody, s: number, axis: number): string => `${nameOf(body, s)} ${'xyz'[axis]}`;

const escapeXml = (name: string): string => name.replace(/[^\w .:-]/g, '_');

const text = (value: number): string => `${value}`;

const numbers = (values: Float64Array, i: number, width: number): string =>
  Array.from(values.subarray(i * width, (i + 1) * width), text).join(' ');

/** From xyzw to MuJoCo's wxyz. */
const quaternion = (q: ArrayLike<number>, i: number): string =>
  [q[i + 3], q[i], q[i + 1], q[i + 2]].map(text).join(' ');
