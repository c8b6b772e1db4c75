/**
 * @file Measures the motion library (METRICS.md, "Motion library"): every motion that a body is promised, on rigs of a
 * folder and on sample creatures. Skate and penetration count only for what stands; walks are clean with skate of at most
 * 0.02 heights a second and penetration of at most 0.2 %.
 */

import { quaternionAngle } from '../../src/math/quaternion.js';
import { createIntersectionFinder } from '../../src/mesh/self-intersection.js';
import type { Clip } from '../../src/motion/clip.js';
import { measureSeam } from '../../src/motion/edit/loop-clip.js';
import { createMotion } from '../../src/motion/library/create-motion.js';
import { createMotionBody } from '../../src/motion/library/motion-body.js';
import { motionsOf } from '../../src/motion/library/motions.js';
import { measureMotion } from '../../src/motion/measure/motion-metrics.js';
import type { FoundBodyPlan } from '../../src/rig/body-plan/body-plan.js';
import { type JointLimits, limitViolations } from '../../src/rig/kinematics/clamp-to-limits.js';
import { skinMesh } from '../../src/rig/kinematics/skin-mesh.js';
import type { Pose, Rig } from '../../src/rig/rig-records.js';
import type { TrackClip } from './measure-motion-clip.js';
import { groupRows, mediansOf } from './summary.js';

/** A body to measure. */
export interface LibrarySubject {
  readonly file: string;
  readonly rig: Rig;
  /** What its joints are, where that is known. */
  readonly body?: FoundBodyPlan;
  /** Poses of its clips, where it has any. */
  readonly poses?: readonly Pose[];
  /** Walks and runs that an artist made for it. */
  readonly gaits?: readonly Clip[];
  /** Where they are known, as those of sample creatures. */
  readonly limits?: JointLimits;
}

/** One motion on one rig. */
export interface LibraryRow {
  readonly file: string;
  readonly motion: string;
  /** Kind of body, as its plan says. */
  readonly plan: string;
  readonly legs: number;
  readonly joints: number;
  /** Length of the clip. */
  readonly duration: number;
  readonly loop: boolean;
  /** Metres per second. */
  readonly speed: number;
  /** Of what stands: heights a second, % of the height. */
  readonly skate?: number;
  readonly penetration?: number;
  /** Largest turn of a joint that moves skin, degrees a frame at 30 frames a second. */
  readonly jointSpeed: number;
  /** Share of frames with a joint outside of its limits. */
  readonly outsideLimits?: number;
  /** Triangles that intersect and do not at rest, share, worst of a few frames. */
  readonly selfIntersection?: number;
  /** Of a walk: the same of the artist's own walks and runs, worst of them. */
  readonly artistIntersection?: number;
  /** Of a loop: jump of position and velocity over the median step. */
  readonly seam?: number;
  /** Of physics tracking: whether it stands and follows within 6 % of the height. */
  readonly tracked?: boolean;
  readonly trackedSkate?: number;
  /** What generating took. */
  readonly seconds: number;
}

export interface FailedMotionRow {
  readonly file: string;
  readonly motion?: string;
  readonly error: string;
}

/** What came of one file. */
export interface LibraryOutcome {
  readonly rows: readonly LibraryRow[];
  readonly failed: readonly FailedMotionRow[];
}

const KEYS = [
  'skate',
  'penetration',
  'jointSpeed',
  'selfIntersection',
  'artistIntersection',
  'seam',
  'seconds',
] as const;
type Figures = Record<(typeof KEYS)[number], number | null>;

export interface LibraryEvaluation {
  readonly rigs: number;
  /** Motions that were promised, and how many came. */
  readonly motions: number;
  readonly generated: number;
  readonly failed: readonly FailedMotionRow[];
  readonly median: Figures;
  readonly worst: Figures;
  readonly walks: {
    readonly all: number;
    readonly clean: number;
    /** No joint above 20° a frame. */
    readonly smooth: number;
    /** Stand in the simulation; null where nothing is tracked. */
    readonly tracked: number | null;
    /** Skate by at most 0.02 heights a second more than the clip once they are tracked. */
    readonly held: number | null;
  };
  readonly byPlan: Readonly<Record<string, Figures & { readonly clips: number }>>;
  readonly byMotion: Readonly<Record<string, Figures & { readonly clips: number }>>;
  readonly perClip: readonly LibraryRow[];
}

export interface MeasureLibraryOptions {
  /** Only these motions. */
  readonly motions?: readonly string[];
  /** Lets physics follow walks; absent: nothing is tracked. */
  readonly track?: TrackClip;
  readonly intersections?: boolean;
  /** Milliseconds from anywhere; the clock is the caller's. */
  readonly now?: () => number;
}

export const CLEAN_WALK = Object.freeze({ skate: 0.02, penetration: 0.2, jointSpeed: 20 });
/** Frames that are looked at for self-intersection. */
const LOOKS = 4;
const FOLLOWED = 6;

/** Every motion of one rig. */
export async function measureLibrary(
  { file, rig, limits, gaits = [] }: LibrarySubject,
  options: MeasureLibraryOptions = {},
): Promise<LibraryOutcome> {
  const { motions, track, now = () => 0 } = options;
  const body = createMotionBody(rig);
  const weighed = weighJoints(rig);
  const finder = options.intersections ? createIntersectionFinder(rig.mesh, { scope: 'new' }) : undefined;
  const rows: LibraryRow[] = [];
  const failed: FailedMotionRow[] = [];
  for (const definition of motionsOf(body)) {
    const motion = definition.name;
    if (motions && !motions.includes(motion)) continue;
    try {
      const start = now();
      const { clip, contacts, speed } = createMotion(body, definition, { rootMotion: true });
      const seconds = (now() - start) / 1000;
      const stands = contacts.tracks.length > 0 && measureMotion(rig, clip, contacts);
      // A turn ends in another heading, which is no seam.
      const { seam, step } = measureSeam(rig.skeleton, createMotion(body, definition).clip.poses);
      const tracked =
        track && motion === 'walk' && stands ? await track(rig, clip, {}).catch(() => undefined) : undefined;
      rows.push({
        file,
        motion,
        plan: body.kind,
        legs: body.legs.length,
        joints: rig.skeleton.names.length,
        duration: clip.times[clip.times.length - 1],
        loop: contacts.loop,
        speed,
        ...(stands && { skate: stands.skate, penetration: stands.penetration }),
        jointSpeed: fastestJoint(clip, weighed),
        ...(limits && { outsideLimits: shareOutside(clip, limits) }),
        ...(finder && { selfIntersection: worstIntersection(rig, clip, finder) }),
        ...(finder &&
          motion === 'walk' &&
          gaits.length > 0 && {
            artistIntersection: Math.max(...gaits.map((gait) => worstIntersection(rig, gait, finder))),
          }),
        ...(contacts.loop && { seam: step > 0 ? seam / step : 0 }),
        ...(track &&
          motion === 'walk' &&
          stands && {
            tracked: tracked !== undefined && !tracked.fell && tracked.trackingError < FOLLOWED,
            ...(tracked && { trackedSkate: measureMotion(rig, tracked.clip, tracked.contacts).skate }),
          }),
        seconds,
      });
    } catch (error) {
      failed.push({ file, motion, error: (error as Error).message });
    }
  }
  return { rows, failed };
}

/** Whether each joint moves skin. */
function weighJoints({ skeleton, skin }: Rig): boolean[] {
  const weighed = skeleton.names.map(() => false);
  for (let i = 0; i < skin.weights.length; i++) if (skin.weights[i] > 0.01) weighed[skin.joints[i]] = true;
  return weighed;
}

function fastestJoint({ poses, times }: Clip, counts: readonly boolean[]): number {
  let most = 0;
  for (let f = 1; f < poses.length; f++) {
    const [a, b] = [poses[f - 1].rotations, poses[f].rotations];
    const frames = 30 * (times[f] - times[f - 1]);
    for (let j = 1; j < counts.length; j++) {
      if (counts[j]) most = Math.max(most, quaternionAngle(a, j * 4, b, j * 4) / frames);
    }
  }
  return (most * 180) / Math.PI;
}

const shareOutside = ({ poses }: Clip, limits: JointLimits): number =>
  poses.filter((pose) => limitViolations(pose, limits, 0.02).some(({ joint }) => joint > 0)).length /
  poses.length;

function worstIntersection(
  rig: Rig,
  { poses }: Clip,
  finder: ReturnType<typeof createIntersectionFinder>,
): number {
  let worst = 0;
  for (let k = 0; k < LOOKS; k++) {
    const pose = poses[Math.floor(((k + 0.5) * poses.length) / LOOKS)];
    worst = Math.max(worst, finder.find(skinMesh(rig, pose)).triangleFraction);
  }
  return worst;
}

export function summarizeLibrary(outcomes: readonly LibraryOutcome[]): LibraryEvaluation {
  const perClip = outcomes.flatMap(({ rows }) => rows);
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const walks = perClip.filter(({ motion }) => motion === 'walk');
  const tracked = walks.filter((row) => row.tracked !== undefined);
  const group = (nameOf: (row: LibraryRow) => string) =>
    Object.fromEntries(
      [...groupRows(perClip, nameOf)].map(([name, rows]) => [
        name,
        { clips: rows.length, ...mediansOf(rows, KEYS) },
      ]),
    );
  return {
    rigs: new Set(perClip.map(({ file }) => file)).size,
    motions: perClip.length + failed.filter(({ motion }) => motion !== undefined).length,
    generated: perClip.length,
    failed,
    median: mediansOf(perClip, KEYS),
    worst: worstOf(perClip),
    walks: {
      all: walks.length,
      clean: walks.filter(isCleanWalk).length,
      smooth: walks.filter(({ jointSpeed }) => jointSpeed <= CLEAN_WALK.jointSpeed).length,
      tracked: tracked.length > 0 ? tracked.filter((row) => row.tracked).length : null,
      held: tracked.length > 0 ? tracked.filter(isHeld).length : null,
    },
    byPlan: group(({ plan }) => plan),
    byMotion: group(({ motion }) => motion),
    perClip,
  };
}

export const isCleanWalk = ({ skate = 0, penetration = 0 }: LibraryRow): boolean =>
  skate <= CLEAN_WALK.skate && penetration <= CLEAN_WALK.penetration;

const isHeld = ({ skate = 0, trackedSkate }: LibraryRow): boolean =>
  trackedSkate !== undefined && trackedSkate <= skate + CLEAN_WALK.skate;

function worstOf(rows: readonly LibraryRow[]): Figures {
  const most = (key: (typeof KEYS)[number]) => {
    const values = rows.flatMap((row) => row[key] ?? []);
    return values.length > 0 ? Math.max(...values) : null;
  };
  return Object.fromEntries(KEYS.map((key) => [key, most(key)])) as Figures;
}
