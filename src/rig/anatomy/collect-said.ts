/**
 * @file What a person said of a body, so that a new skeleton keeps to it: its kind and how many limbs it has where that was
 * said, and where each limb ends that was said to be one. What was said has a confidence of 1; no reading has.
 */

import { PosespaceError } from '../../base/errors.js';
import { distance, type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyKind } from '../body-plan/body-plan.js';
import type { KnownPart, LimbNumbers } from '../body-plan/known-body.js';
import type { Landmark } from '../find/apply-landmarks.js';
import type { Anatomy, PartialRig, Skeleton } from '../rig-records.js';
import { CONFIDENCE } from './confidence.js';
import { editAnatomy } from './edit-anatomy.js';
import { kindOf, limbsIn, planOf, roleAt } from './views.js';

/** A chain of joints that was said to be something. */
export interface SaidChain {
  /** `left ear`, as `editAnatomy` takes it. */
  readonly is: string;
  /** Where it ends, metres. */
  readonly end: Vec3;
}

/** What a person said of a body. */
export interface SaidBody {
  readonly kind?: BodyKind;
  readonly limbs?: LimbNumbers;
  readonly chains: readonly SaidChain[];
  /** The ends of limbs, head and tail. */
  readonly landmarks: readonly Landmark[];
}

const NOTHING: SaidBody = { chains: [], landmarks: [] };
const SIDES = ['right ', '', 'left '];
const COUNTED: ReadonlySet<string> = new Set(['leg', 'arm', 'wing', 'tentacle']);
const MARKED: ReadonlySet<string> = new Set<KnownPart>(['leg', 'arm', 'wing', 'tail', 'head']);

/** What a person said of the body of a rig. */
export function collectSaid({ skeleton, anatomy }: Partial<PartialRig>): SaidBody {
  if (!skeleton || !anatomy) return NOTHING;
  const isSaid = (joints: readonly number[]) =>
    joints.length > 0 && joints.every((j) => anatomy.confidence[j] === CONFIDENCE.said);
  const { legs, arms, wings, head, tail, spine } = planOf(anatomy);
  const trunk = spine.length > 0 ? spine : [...anatomy.role.keys()];
  const axial = [
    { part: 'head', joints: head < 0 ? [] : [head], side: 0 },
    { part: 'tail', joints: tail, side: 0 },
  ];
  const said = [...limbsIn(anatomy), ...axial].filter(({ joints }) => isSaid(joints));
  const ends = said.map(({ part, joints, side }) => {
    const last = joints[joints.length - 1];
    return {
      part,
      is: `${SIDES[side + 1]}${rowOf(anatomy, last)}${part}`,
      end: vectorAt(skeleton.rest, last),
    };
  });
  return {
    ...(isSaid(trunk) && { kind: kindOf(anatomy) }),
    ...(said.some(({ part }) => COUNTED.has(part)) && {
      limbs: { legs: legs.length, arms: arms.length, wings: wings.length },
    }),
    chains: ends.map(({ is, end }) => ({ is, end })),
    landmarks: ends.flatMap(({ part, end }) =>
      MARKED.has(part) ? [{ part: part as KnownPart, position: end }] : [],
    ),
  };
}

/** "front " for a front leg. */
const rowOf = (anatomy: Anatomy, joint: number): string => {
  const [row = ''] = /^(front|middle|hind)/.exec(roleAt(anatomy, joint)) ?? [];
  return row === '' ? '' : `${row} `;
};

/** The anatomy of a new skeleton, with what was said of the one before; what the new one has no chain for is left out. */
export function keepSaid(rig: PartialRig, { chains }: SaidBody): Anatomy | undefined {
  let { anatomy } = rig;
  for (const { is, end } of chains) {
    try {
      anatomy = editAnatomy(
        { ...rig, anatomy },
        { labels: [{ joint: nearestJoint(rig.skeleton, end), is }] },
      );
    } catch (error) {
      if (!(error instanceof PosespaceError)) throw error;
    }
  }
  return anatomy;
}

function nearestJoint({ rest }: Skeleton, point: Vec3): number {
  const away = Array.from({ length: rest.length / 3 }, (_, j) => distance(vectorAt(rest, j), point));
  return away.indexOf(Math.min(...away));
}
