/** @file The checks of a posed surface together: intersections, stretch, volume, ground and balance. */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { sampleEvenly } from '../../base/sample-evenly.js';
import { createIntersectionFinder } from '../../mesh/self-intersection.js';
import { usedVertices } from '../../mesh/used-vertices.js';
import type { AnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { findPosesGround, findRestGround, lowestPoint, measureBodyHeight } from '../../rig/ground.js';
import { createRigSkinner, type PosedRig } from '../../rig/kinematics/skin-mesh.js';
import type { Pose, Rig } from '../../rig/rig-records.js';
import { type BalanceMeasure, createBalanceCheck } from './check-balance.js';
import { createGroundCheck, type GroundMeasure } from './check-ground.js';
import { createIntersectionCheck, type IntersectionMeasure } from './check-intersections.js';
import { createStretchCheck, type StretchMeasure } from './check-stretch.js';
import { createVolumeCheck, type VolumeMeasure } from './check-volume.js';
import { type CheckedRig, createCheckedRig, type SurfaceValidator } from './checked-rig.js';
import { measureJointMasses } from './joint-masses.js';
import { createStretchMeter } from './measure-stretch.js';
import { createVolumeMeter } from './measure-volume.js';
import type { PoseFinding } from './pose-finding.js';
import { standsAtRest } from './stands-at-rest.js';

export interface SurfaceOptions {
  /** Natural poses, which determine the ground height. */
  readonly examples?: readonly Pose[];
  /** Height of the ground, metres; by default found from the examples or from rest. */
  readonly ground?: number;
  /** Whether the creature stands on the ground; by default read from its body. */
  readonly stands?: boolean;
  /** Radius of the limb around each anatomical joint, metres. [A] */
  readonly radius?: ArrayLike<number>;
}

/** What was measured of a surface; ground and balance are absent where they do not apply. */
export interface SurfaceMeasures {
  readonly intersections: IntersectionMeasure;
  readonly stretch: StretchMeasure;
  readonly volume: VolumeMeasure;
  readonly ground?: GroundMeasure;
  readonly balance?: BalanceMeasure;
}

export interface SurfaceCheck {
  /** Height of the ground, metres; absent where there is none. */
  readonly ground?: number;
  /** What is not checked, and why. */
  readonly notes: readonly Finding[];
  check(pose: Pose): { readonly findings: PoseFinding[]; readonly measures: SurfaceMeasures };
}

/** Samples and examples whose skin is looked at, at most. */
const MOST_SAMPLES = 16;
const MOST_EXAMPLES = 24;
/** Examples used to find the ground, at most. */
const MOST_GROUND = 200;

/** What is shared by all checkers of a rig. */
export type Surface = ReturnType<typeof createCheckedSurface>;

/** Prepares the surface of a rig with its anatomy. */
export function createCheckedSurface(anatomy: AnatomicalRig, rig: Rig, options: SurfaceOptions) {
  const { ground, examples = [] } = options;
  if (ground !== undefined && !Number.isFinite(ground)) {
    throw new PosespaceError('bad-usage', `pose/createPoseChecker: ground is ${ground}; give metres`);
  }
  const body = createCheckedRig(rig, anatomy, options.radius);
  const masses = measureJointMasses(rig);
  const poser = createPoser(body);
  const { skin } = anatomy.rig;
  const stands = options.stands ?? (skin !== undefined && standsAtRest(body, masses));
  return {
    body,
    masses,
    poser,
    stands,
    ground: ground ?? (stands ? findGround(body, poser, examples) : undefined),
    finder: createIntersectionFinder(rig.mesh),
    stretch: createStretchMeter(body),
    volume: createVolumeMeter(body),
  };
}

/** Every check of a posed surface; an entry that does not apply to a body gives undefined. */
export const VALIDATORS: {
  readonly [Name in keyof SurfaceMeasures]-?: (
    surface: Surface,
  ) => SurfaceValidator<NonNullable<SurfaceMeasures[Name]>> | undefined;
} = Object.freeze({
  intersections: ({ body, finder }) => createIntersectionCheck(body, finder),
  stretch: ({ body, stretch }) => createStretchCheck(body, stretch),
  volume: ({ body, volume }) => createVolumeCheck(body, volume),
  ground: ({ body, ground }) => (ground === undefined ? undefined : createGroundCheck(body, ground)),
  balance: ({ body, masses, stands, ground }) =>
    stands && ground !== undefined ? createBalanceCheck(body, masses, ground) : undefined,
});

/** The checks of a surface. Natural poses, samples and examples, show what is normal for it. */
export function createSurfaceCheck(
  surface: Surface,
  samples: readonly Pose[],
  examples: readonly Pose[],
): SurfaceCheck {
  const { poser, stands, ground } = surface;
  const validators = Object.entries(VALIDATORS).flatMap(([name, create]) => {
    const validator = create(surface) as SurfaceValidator<unknown> | undefined;
    return validator ? [{ name, validator }] : [];
  });
  const observe = (pose: Pose, source: string): void => {
    const posed = poser(pose);
    for (const { validator } of validators) {
      if (validator.learnsFrom?.includes(source)) validator.observe?.(validator.measure(posed));
    }
  };
  for (const pose of sampleEvenly(samples, MOST_SAMPLES)) observe(pose, 'samples');
  for (const pose of sampleEvenly(examples, MOST_EXAMPLES)) observe(pose, 'examples');
  return {
    ...(ground !== undefined && { ground }),
    notes: stands ? [] : [ground === undefined ? NO_GROUND : NO_STAND],
    check(pose: Pose) {
      const posed = poser(pose);
      const measured = validators.map(({ name, validator }) => [name, validator.measure(posed)] as const);
      return {
        findings: measured.flatMap(([, measure], i) => validators[i].validator.report(measure)),
        measures: Object.fromEntries(measured) as unknown as SurfaceMeasures,
      };
    },
  };
}

/** The ground under poses known to be good, or under the body at rest: every fifth rig floats 5 to 11 % of its size there. */
function findGround({ rig }: CheckedRig, poser: Poser, examples: readonly Pose[]): number {
  if (examples.length === 0) return findRestGround(rig);
  const used = usedVertices(rig.mesh);
  const lows = sampleEvenly(examples, MOST_GROUND).map((pose) => lowestPoint(poser(pose).positions, used));
  return findPosesGround(lows, measureBodyHeight(rig));
}

type Poser = (pose: Pose) => PosedRig;

/** Poses a body into vertices that the next pose overwrites. */
function createPoser({ rig }: CheckedRig): Poser {
  const skinner = createRigSkinner(rig);
  const positions = new Float32Array(rig.mesh.positions.length);
  return (pose) => skinner.place(pose, positions);
}

/** The rig of an anatomy on the skeleton that it was found in; undefined without a mesh. */
export function drawnRig({ rig: { mesh, skin }, original, sources }: AnatomicalRig): Rig | undefined {
  if (!mesh || !skin) return undefined;
  return { mesh, skeleton: original, skin: { ...skin, joints: skin.joints.map((a) => sources[a]) } };
}

const NO_GROUND: Finding = {
  code: 'no-ground',
  severity: 'info',
  message: 'ground and balance are not checked: this creature does not stand on legs at rest',
  fix: 'Say how high the ground is if it does.',
};
const NO_STAND: Finding = {
  code: 'no-stand',
  severity: 'info',
  message: 'balance is not checked: this creature does not stand on legs at rest',
};
