/** @file What a person says of a body on the command line: one set of flags for every command that needs to know it. */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import type { Vec3 } from '../../math/vector.js';
import { CONFIDENCE_LEVELS } from '../../rig/anatomy/confidence.js';
import type { AnatomyCorrections } from '../../rig/anatomy/edit-anatomy.js';
import { confidenceOf, kindOf } from '../../rig/anatomy/views.js';
import { BODY_KINDS, type LimbNumbers } from '../../rig/body-plan/known-body.js';
import { requireKnownBody } from '../../rig/body-plan/unknown-body.js';
import { withAnatomy } from '../../verbs/with-anatomy.js';
import { type OptionsOf, oneOf, shortened, text, texts } from './flags.js';
import { readRigged } from './model-input.js';
import type { CommandContext } from './shell.js';

/** Flags of every command that needs to know what a body is. */
export const BODY_FLAGS = {
  body: oneOf(BODY_KINDS, 'what kind of body it is, where you know better'),
  limbs: text('how many limbs it has, where you know better: "legs=0 arms=2 wings=2"', {
    placeholder: 'numbers',
  }),
  label: texts('what a joint or its limb is: "Bone.012=leftHand", "Bone.020=tail"; may be repeated', {
    placeholder: 'joint=part',
  }),
  forward: text('where the body faces: +z, -x or x,y,z', { placeholder: 'axis' }),
  requireBody: oneOf(CONFIDENCE_LEVELS, 'fail where the body is not recognised, or not as surely as this', {
    implied: 'likely',
    placeholder: 'level',
  }),
};

/** What of them was given. */
export type BodyOptions = OptionsOf<typeof BODY_FLAGS>;

/** What was said, as corrections of an anatomy. */
export const readCorrections = ({ body, limbs, label, forward }: BodyOptions): AnatomyCorrections => ({
  kind: body,
  limbs: readLimbNumbers(limbs),
  labels: label?.map(readLabel),
  forward: readDirection('--forward', forward),
});

/** Reads a model and what its joints are: what was said, what the file says, or what is read, once. */
export async function readBody(context: BodyContext, path: string): Promise<Model> {
  return requireBody(context, await readRigged(context, path));
}

/** The model with what its joints are. Throws where its body is not known as surely as was required. */
export function requireBody({ options }: BodyContext, read: Model): Model {
  const said: BodyOptions = { ...NOTHING, ...options };
  const model = withAnatomy(read, readCorrections(said));
  const { anatomy } = model;
  if (anatomy && said.requireBody) {
    requireKnownBody({ kind: kindOf(anatomy), confidence: confidenceOf(anatomy) }, said.requireBody);
  }
  return model;
}

/** Of a command that may have these flags. */
type BodyContext = CommandContext<object>;

const NOTHING: BodyOptions = {
  body: undefined,
  limbs: undefined,
  label: undefined,
  forward: undefined,
  requireBody: undefined,
};

const LIMBS: ReadonlySet<string> = new Set(['legs', 'arms', 'wings'] satisfies (keyof LimbNumbers)[]);
const MOST_LIMBS = 64;

/** `legs=0 arms=2`, with spaces or commas between. */
export function readLimbNumbers(given: string | undefined): LimbNumbers | undefined {
  if (given === undefined) return undefined;
  const numbers = given
    .trim()
    .split(/[\s,]+/)
    .map((word): [string, number] => {
      const [, part = '', digits] = /^([a-z]+)[=:](\d{1,3})$/i.exec(word) ?? [];
      return [part.toLowerCase(), Number(digits)];
    });
  const isRight = numbers.every(([part, number]) => LIMBS.has(part) && number <= MOST_LIMBS);
  if (isRight) return Object.fromEntries(numbers);
  throw badUsage('--limbs', 'numbers of legs, arms and wings, such as "legs=0 arms=2 wings=2"', given);
}

/** `Bone.012=leftHand`; names of joints may have `=` in them, words for them do not. */
function readLabel(given: string): { joint: string; is: string } {
  const at = given.lastIndexOf('=');
  if (at > 0 && at < given.length - 1) return { joint: given.slice(0, at), is: given.slice(at + 1) };
  throw badUsage('--label', 'a joint and what it is, such as "Bone.012=leftHand"', given);
}

/** A direction from an axis (`+y`, `-z`, `x`) or three numbers. */
export function readDirection(flag: string, given: string | undefined): Vec3 | undefined {
  if (given === undefined) return undefined;
  const [, sign, axis] = /^([+-]?)([xyz])$/i.exec(given.trim()) ?? [];
  const length = sign === '-' ? -1 : 1;
  const [x, y, z, ...more] = axis
    ? ['x', 'y', 'z'].map((each) => (each === axis.toLowerCase() ? length : 0))
    : given.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isDirection = more.length === 0 && Number.isFinite(x + y + z) && Math.hypot(x, y, z) > 0;
  if (isDirection) return [x, y, z];
  throw badUsage(flag, 'an axis such as +y or -z, or x,y,z', given);
}

const badUsage = (flag: string, what: string, given: string): PosespaceError =>
  new PosespaceError('bad-usage', `${flag} must be ${what}, got ${shortened(given)}`);
