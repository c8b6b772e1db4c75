/**
 * @file What the joints of known makers are, by their names: the truth of `eval body --given` and of training. Several
 * roles where riggers differ (is the last of the spine the chest?); a joint that no row names is not asked.
 */

import type { Role, RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { IndexRow } from '../eval/index-row.js';

/** What a joint is known to be. */
export interface JointTruth {
  /** Any of these is right; the first is meant where one must be chosen. */
  readonly roles: readonly (Role | 'control')[];
  readonly side: RoleSide;
}

type TruthRow = readonly [RegExp, string];

/** Words of a name behind its maker's prefix → roles. */
interface Convention {
  readonly sources: RegExp;
  readonly categories?: RegExp;
  /** What comes before the words that tell. */
  readonly prefix: RegExp;
  readonly rows: readonly TruthRow[];
}

const BIPED_TRUNK: readonly TruthRow[] = [
  [/^$|Footsteps$|Helper/, 'control'],
  [/^Pelvis$/, 'hips'],
  [/^Spine\d*$/, 'spine chest'],
  [/^Neck\d*$/, 'neck'],
  [/^Head$/, 'head'],
  [/Nub$/, 'control'],
  [/^Tail\d*$/, 'tail'],
  [/^[LR] Thigh$/, 'hindUpperLeg'],
  [/^[LR] Calf$/, 'hindLowerLeg'],
  [/^[LR] HorseLink$/, 'hindLowerLeg hindFoot'],
  [/^[LR] (Foot|Toe\d+)$/, 'hindFoot'],
];
const BIPED_HEAD: readonly TruthRow[] = [
  [/^Xtra ?(Mouth|mouth)$|^Mouth$/, 'jaw'],
  [/^(Xtra )?Eyes? ?[LR]?$|^Xtra Eyes$/, 'face'],
  [/^Ear ?[LR]$|^Ponytail\d$/, 'ear'],
  [/^XtraBack\d+$/, 'spine chest other'],
];
const FACE =
  /^[LRM]?(MouthBottom|MouthCorner|Caninus|Cheek|Nose|(Outer|Inner|Middle)Eyebrow|BottomLip|Upper[Ll]ip|Masseter|EyeBlink\w+|Eye|Tongue)$/;
const ARMS = /^[LR] (Clavicle|UpperArm|Forearm|Hand|Finger\d+)$/;

const HUMANOID: readonly TruthRow[] = [
  [/_end$|End\d*$|(Index|Middle|Ring|Pinky|Thumb)4$/, 'control'],
  [/^Hips$/, 'hips'],
  [/^(LowerBack|Spine\d*)$/, 'spine chest'],
  [/^Neck\d*$/, 'neck'],
  [/^Head$/, 'head'],
  [/^(Left|Right)Eye$/, 'face'],
  [/^(Left|Right)Shoulder$/, 'shoulder'],
  [/^(Left|Right)Arm$/, 'upperArm'],
  [/^(Left|Right)ForeArm$/, 'lowerArm'],
  [/^(Left|Right)Hand$/, 'hand'],
  [/^(Left|Right)FingerBase$/, 'hand finger'],
  [/^(Left|Right)Hand(Thumb|Index|Middle|Ring|Pinky|Finger)\d$|^[LR]Thumb$/, 'finger'],
  [/^(Left|Right)UpLeg$/, 'hindUpperLeg'],
  [/^(Left|Right)Leg$/, 'hindLowerLeg'],
  [/^(Left|Right)(Foot|ToeBase)$/, 'hindFoot'],
];

/** The first that fits a row of the index is its. */
const CONVENTIONS: readonly Convention[] = [
  {
    sources: /^rocketbox/,
    categories: /person|human/,
    prefix: /^Bip01 ?/,
    rows: [
      ...BIPED_TRUNK,
      [/^MJaw$/, 'jaw'],
      [FACE, 'face jaw'],
      [/^[LR] Clavicle$/, 'shoulder'],
      [/^[LR] UpperArm$/, 'upperArm'],
      [/^[LR] Forearm$/, 'lowerArm'],
      [/^[LR] Hand$/, 'hand'],
      [/^[LR] Finger\d+$/, 'finger'],
    ],
  },
  {
    sources: /^rocketbox/,
    categories: /bird|chicken|duck|goose|rooster|sparrow/,
    prefix: /^(Bip01|[a-z_]+) ?/,
    rows: [...BIPED_TRUNK, ...BIPED_HEAD, [ARMS, 'wing']],
  },
  {
    sources: /^rocketbox/,
    prefix: /^(Bip01|[a-z_]+) ?/,
    rows: [
      ...BIPED_TRUNK,
      ...BIPED_HEAD,
      [/^[LR] Clavicle$/, 'frontUpperLeg shoulder'],
      [/^[LR] UpperArm$/, 'frontUpperLeg'],
      [/^[LR] Forearm$/, 'frontLowerLeg'],
      [/^[LR] (Hand|Finger\d+)$/, 'frontFoot'],
    ],
  },
  { sources: /^(valid|makehuman|polygonalmind)$/, categories: /person/, prefix: /^.*:/, rows: HUMANOID },
];

/** What each joint of a file is; undefined where its maker's names are not known. [J] */
export function truthByConvention(
  { source = '', category = '' }: IndexRow,
  names: readonly string[],
): (JointTruth | undefined)[] | undefined {
  const convention = CONVENTIONS.find(
    ({ sources, categories }) => sources.test(source) && (categories?.test(category) ?? true),
  );
  if (!convention) return undefined;
  const truths = names.map((name): JointTruth | undefined => {
    const words = name.replace(convention.prefix, '');
    const roles = convention.rows.find(([pattern]) => pattern.test(words))?.[1];
    return roles === undefined
      ? undefined
      : { roles: roles.split(' ') as (Role | 'control')[], side: sideOf(words) };
  });
  return truths.filter((truth) => truth).length > names.length / 2 ? truths : undefined;
}

/** `L Thigh`, `LThumb`, `LeftArm`, `Ear L`, `EyeL`. */
function sideOf(words: string): RoleSide {
  if (/^L(?=[ A-Z])|^Left|[ a-z]L$/.test(words)) return 'left';
  return /^R(?=[ A-Z])|^Right|[ a-z]R$/.test(words) ? 'right' : 'middle';
}
