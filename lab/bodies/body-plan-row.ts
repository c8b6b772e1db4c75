/**
 * @file What a body plan says, in measures: lengths in units of the trunk (hips to chest), angles in degrees. A trunk
 * of pitch 0 lies level and looks along +Z, 90 stands upright. Tables hold ranges of these (`Row`).
 */

import type { Row } from './draw-row.js';

/** The trunk, or an upright torso that grows from the end of one (centaur, naga, mantis). */
export interface TrunkPlan {
  /** Height of the hips over the ground; 0 for a body that swims, flies or lies. */
  readonly height: number;
  readonly pitch: number;
  /** Rise of the back half-way. */
  readonly arch: number;
  /** Half widths. */
  readonly hips: number;
  readonly waist: number;
  readonly chest: number;
  /** Depth over width. */
  readonly tall: number;
  /** Lateral wave of a body like a snake's, amplitude. */
  readonly wave: number;
  /** Length of a torso against the trunk. */
  readonly length: number;
}

export interface NeckPlan {
  readonly length: number;
  readonly pitch: number;
  /** Change of pitch from base to head. */
  readonly curve: number;
  readonly base: number;
  readonly top: number;
  /** Where it leaves the trunk: 0 the end, 1 the back. */
  readonly rise: number;
  /** Several necks fan out. */
  readonly count: number;
  readonly wave: number;
  /** Width of a cobra's hood, 0 for none. */
  readonly hood: number;
}

export type Muzzle =
  | 'none'
  | 'nose'
  | 'snout'
  | 'long'
  | 'broad'
  | 'pig'
  | 'beak'
  | 'hook'
  | 'bill'
  | 'needle'
  | 'trunk'
  | 'croc'
  | 'mandibles'
  | 'mantle';

export interface HeadPlan {
  /** Radius of the skull. */
  readonly size: number;
  readonly pitch: number;
  /** Skull's height and length against its width. */
  readonly tall: number;
  readonly long: number;
  readonly muzzle: Muzzle;
  readonly muzzleLength: number;
  readonly ears: 'none' | 'pointed' | 'long' | 'round' | 'floppy' | 'fan';
  readonly earSize: number;
  readonly horns: 'none' | 'straight' | 'curved' | 'ram' | 'antlers' | 'unicorn' | 'feelers' | 'stalks';
  readonly hornSize: number;
  readonly eyes: number;
  readonly top: 'none' | 'hair' | 'longHair' | 'bun' | 'hat' | 'cap' | 'crest' | 'helmet' | 'mohawk';
  /** How often the jaw has a joint. */
  readonly jaw: number;
}

export interface TailPlan {
  readonly length: number;
  /** 0 straight back, 90 up, −90 down. */
  readonly pitch: number;
  /** Change of pitch to its tip. */
  readonly curl: number;
  /** Lateral wave; `coil` winds it up on the ground instead, in turns. */
  readonly wave: number;
  readonly coil: number;
  readonly base: number;
  readonly tip: number;
  /** An abdomen is drop-shaped and no tail. */
  readonly form: 'taper' | 'abdomen';
  readonly end: 'none' | 'tuft' | 'fork' | 'fluke' | 'sting' | 'fan' | 'fin' | 'round' | 'spade';
  readonly joints: number;
  readonly count: number;
}

export interface LegPlan {
  readonly limb: 'leg';
  readonly rank: 'front' | 'middle' | 'hind' | 'auto';
  readonly pairs: number;
  /** Place along the trunk, 0 hips to 1 chest, of the first pair and of the last. */
  readonly at: number;
  readonly end: number;
  /** Hip joint: share of the half width, and share of the half depth below the middle. */
  readonly wide: number;
  readonly drop: number;
  /** How far out the foot stands, and how far forward. */
  readonly reach: number;
  readonly step: number;
  /** Azimuth of the first pair's feet, degrees forward; the last pair's is its negative. */
  readonly fan: number;
  /** Bends: place along the leg and offset against its length. */
  readonly kneeAt: number;
  readonly knee: number;
  readonly ankleAt: number;
  readonly ankle: number;
  readonly bend: 'forward' | 'back' | 'up' | 'out';
  readonly thigh: number;
  readonly shin: number;
  readonly foot: 'hoof' | 'paw' | 'boot' | 'ball' | 'toes' | 'web' | 'pad' | 'point' | 'flipper' | 'big';
  readonly footSize: number;
  /** A leg off the ground: its length and its direction, 0 down, 90 forward. 0 length: to the ground. */
  readonly length: number;
  readonly swing: number;
}

export interface ArmPlan {
  readonly limb: 'arm';
  readonly pairs: number;
  readonly at: number;
  readonly wide: number;
  readonly drop: number;
  readonly length: number;
  readonly pose: ArmPose;
  readonly upper: number;
  readonly lower: number;
  readonly hand: 'mitten' | 'fingers' | 'ball' | 'pincer' | 'claw' | 'paw' | 'point' | 'stump';
  readonly handSize: number;
}

export type ArmPose =
  | 'down'
  | 'A'
  | 'T'
  | 'raised'
  | 'forward'
  | 'akimbo'
  | 'bent'
  | 'beg'
  | 'pray'
  | 'claws'
  | 'scorpion'
  | 'wave';

export interface WingPlan {
  readonly limb: 'wing';
  readonly pairs: number;
  readonly at: number;
  readonly wide: number;
  readonly rise: number;
  readonly length: number;
  readonly chord: number;
  readonly pose: 'spread' | 'raised' | 'half' | 'folded' | 'back' | 'stub' | 'hang';
  readonly form: 'feather' | 'membrane' | 'insect' | 'flipper' | 'case';
}

export interface FinPlan {
  readonly limb: 'fin';
  readonly place: 'side' | 'top' | 'bottom';
  readonly pairs: number;
  readonly at: number;
  readonly length: number;
  readonly chord: number;
  /** 0 straight out, 1 back. */
  readonly sweep: number;
  /** Rotation of a side fin below the horizontal, degrees. */
  readonly droop: number;
}

export interface TentaclePlan {
  readonly limb: 'tentacle';
  readonly count: number;
  /** Where the ring sits along the trunk and how wide it is against it. */
  readonly at: number;
  readonly ring: number;
  readonly aim: 'down' | 'out' | 'flat' | 'forward' | 'up';
  readonly length: number;
  readonly girth: number;
  readonly curl: number;
}

export type LimbPlan = LegPlan | ArmPlan | WingPlan | FinPlan | TentaclePlan;

/** A shape without joints, or a garment. */
export interface ExtraPlan {
  readonly extra:
    | 'hump'
    | 'shell'
    | 'snailShell'
    | 'udder'
    | 'mane'
    | 'belly'
    | 'spikes'
    | 'sail'
    | 'skirt'
    | 'robe'
    | 'coat'
    | 'cape'
    | 'bell'
    | 'wool'
    | 'pack'
    | 'collar'
    | 'breasts';
  readonly at: number;
  readonly size: number;
}

export type Stance =
  | 'stand'
  | 'sit'
  | 'lie'
  | 'rear'
  | 'crouch'
  | 'fly'
  | 'walk'
  | 'chair'
  | 'toySit'
  | 'float';

export interface BodyPlanDraft {
  readonly stance: Stance;
  readonly trunk: TrunkPlan;
  readonly torso?: TrunkPlan;
  readonly neck?: NeckPlan;
  readonly head?: HeadPlan;
  readonly tail?: TailPlan;
  readonly limbs: readonly LimbPlan[];
  readonly extras: readonly ExtraPlan[];
  /** Factor on depth (Z) of a body cut from a flat sheet; 1 for all others. */
  readonly flat: number;
  /** How much of each limb is missing at its joints, as in robots of separate parts. */
  readonly gap: number;
}

type Loose<T> = Row<Partial<T>>;

/** Any limb, by its word. */
export type LimbRow =
  | (Loose<LegPlan> & { readonly limb: 'leg' })
  | (Loose<ArmPlan> & { readonly limb: 'arm' })
  | (Loose<WingPlan> & { readonly limb: 'wing' })
  | (Loose<FinPlan> & { readonly limb: 'fin' })
  | (Loose<TentaclePlan> & { readonly limb: 'tentacle' });

/** A kind of body: one row of the table. */
export interface KindRow {
  readonly kind: string;
  /** Left out of training, to see how well what was learned carries over. */
  readonly heldOut?: true;
  /** How often it is drawn, 1 where absent. */
  readonly share?: number;
  readonly stance?: Stance | readonly Stance[];
  readonly trunk: Loose<TrunkPlan>;
  readonly torso?: Loose<TrunkPlan>;
  readonly neck?: Loose<NeckPlan>;
  readonly head?: Loose<HeadPlan>;
  readonly tail?: Loose<TailPlan>;
  readonly limbs?: readonly LimbRow[];
  readonly extras?: readonly (Loose<ExtraPlan> & { readonly extra: ExtraPlan['extra'] })[];
  readonly flat?: number | readonly [number, number];
  readonly gap?: number | readonly [number, number];
}
