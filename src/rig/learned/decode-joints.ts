/**
 * @file Writes the joints of a body, one after the other: role, parent, position (lab/rig/skeleton.py). The plan is
 * given: the network is told it, and roles that would begin a limb too many are not chosen.
 */

import { floats, integers, type Tensor } from '../../nets/network.js';
import { fromView, type View } from './read-plan.js';
import { ROLE_SIDES, ROLES, type Role } from './role-tokens.js';
import { PLAN_QUESTIONS, type PlanQuestion, type SkeletonModel } from './skeleton-model.js';

/** Answers to the questions about the whole, as the network counts them; absent where it is free to choose. */
export type Plan = Readonly<Partial<Record<PlanQuestion, number>>>;

/** A skeleton as the network writes it, in the axes and the size of the points. */
export interface DecodedSkeleton {
  /** Parents before children; −1 for the root. [J] */
  readonly parents: Int16Array;
  /** Role and side of each joint: role · 3 + side. [J] */
  readonly tokens: Uint8Array;
  readonly positions: Float64Array;
  /** Mean log likelihood of a joint. */
  readonly score: number;
}

const TOKENS = ROLES.length * 3;
const END = TOKENS;
const OTHER = ROLES.indexOf('other') * 3;
/** How much less likely the end is while limbs of the plan are missing. */
const MISSING = 4;
const NEVER = -1e4;

/** Most joints of a role on one side of a limb; a network that begins to repeat itself does not stop by itself. */
const MOST_OF_ROLE: Readonly<Partial<Record<Role, number>>> = {
  finger: 15,
  shoulder: 2,
  upperArm: 2,
  lowerArm: 2,
  hand: 2,
  frontUpperLeg: 3,
  frontLowerLeg: 2,
  frontFoot: 8,
  hindUpperLeg: 2,
  hindLowerLeg: 2,
  hindFoot: 8,
  middleUpperLeg: 2,
  middleLowerLeg: 2,
  middleFoot: 3,
  wing: 14,
  head: 2,
  jaw: 2,
  ear: 4,
  horn: 5,
  face: 6,
  neck: 6,
  tail: 8,
};

const LIMB_ROLES: Readonly<Partial<Record<PlanQuestion, ReadonlySet<Role>>>> = {
  legs: new Set(ROLES.filter((role) => /^(front|middle|hind)/.test(role))),
  arms: new Set<Role>(['shoulder', 'upperArm', 'lowerArm', 'hand', 'finger']),
  wings: new Set<Role>(['wing']),
  fins: new Set<Role>(['fin']),
  tentacles: new Set<Role>(['tentacle']),
  tails: new Set<Role>(['tail']),
  heads: new Set<Role>(['head']),
};
const LIMBS = Object.entries(LIMB_ROLES) as [PlanQuestion, ReadonlySet<Role>][];

/** The limb that a token is of. */
export const limbOf = (token: number): PlanQuestion | undefined =>
  LIMBS.find(([, roles]) => roles.has(ROLES[Math.floor(token / 3)]))?.[0];

/** How many of each limb a skeleton has: joints whose parent is not of the same limb. */
export function countLimbs({ parents, tokens }: Pick<DecodedSkeleton, 'parents' | 'tokens'>): Required<Plan> {
  const counts = { whole: 0, legs: 0, arms: 0, wings: 0, fins: 0, tentacles: 0, tails: 0, heads: 0 };
  tokens.forEach((token, j) => {
    const limb = limbOf(token);
    // A fin of the middle (back, belly) is not one of the side fins that a plan counts.
    if (!limb || (limb === 'fins' && token % 3 === 0)) return;
    if (parents[j] < 0 || limbOf(tokens[parents[j]]) !== limb) counts[limb]++;
  });
  return counts;
}

/** Sequences in progress, one per view. */
interface Decoding {
  readonly parents: number[];
  readonly tokens: number[];
  readonly places: number[];
  score: number;
  done: boolean;
}

/** Decodes a skeleton for each of some views, whose `keys` the encoder gave. */
export async function decodeJoints(
  model: SkeletonModel,
  keys: Tensor,
  views: readonly View[],
  plan: Plan,
): Promise<DecodedSkeleton[]> {
  const { width, heads, decoder_layers: layers, mostJoints } = model.card;
  const batch = views.length;
  const questions = Object.entries(PLAN_QUESTIONS) as [PlanQuestion, number][];
  const told = integers(
    views.flatMap(() => questions.map(([name, size]) => Math.min(plan[name] ?? size, size))),
    batch,
    questions.length,
  );
  const style = integers(new Array(batch).fill(0), batch);
  const all: Decoding[] = views.map(() => ({ parents: [], tokens: [], places: [], score: 0, done: false }));
  // Rows of the joints so far; the first is spare, so that none is ever empty.
  let states: Float32Array = new Float32Array(batch * width);
  let places: Float32Array = new Float32Array(batch * 3);
  let past = floats(new Float32Array(layers * 2 * batch * width), layers, 2, batch, heads, 1, width / heads);
  let state = floats(new Float32Array(batch * width), batch, width);
  let chosen = new Array<number>(batch).fill(0);
  for (let step = 0; step <= mostJoints; step++) {
    const rows = step === 0 ? 1 : step;
    const answer = await model.joint.run({
      h: state,
      role: integers(chosen, batch),
      states: floats(states, batch, rows, width),
      places: floats(places, batch, rows, 3),
      index: integers(new Array(batch).fill(Math.max(0, step - 1)), batch),
      first: floats(new Float32Array(batch).fill(step === 0 ? 1 : 0), batch),
      plan: told,
      style,
      keys,
      past,
    });
    if (step > 0) {
      all.forEach((one, b) => {
        if (one.done) return;
        one.tokens.push(chosen[b]);
        one.parents.push(Number(answer.parent.data[b]));
        for (let k = 0; k < 3; k++) one.places.push(Number(answer.place.data[b * 3 + k]));
        one.score += Number(answer.score.data[b]);
      });
      states = appendRows(states, answer.state.data as Float32Array, batch, rows, width);
      places = appendRows(places, answer.place.data as Float32Array, batch, rows, 3);
    }
    past = answer.grown as typeof past;
    state = answer.state as typeof state;
    const logits = answer.roles.data as Float32Array;
    chosen = all.map((one, b) => {
      if (one.done) return 0;
      const row = Float64Array.from(logits.subarray(b * (TOKENS + 1), (b + 1) * (TOKENS + 1)));
      const { token, score } = chooseToken(row, one, plan);
      one.score += score;
      if (token === END) one.done = true;
      return token === END ? 0 : token;
    });
    if (all.every((one) => one.done)) break;
  }
  return all.map((one, b) => finish(one, views[b]));
}

function appendRows(
  rows: Float32Array,
  added: Float32Array,
  batch: number,
  count: number,
  width: number,
): Float32Array {
  const out = new Float32Array(batch * (count + 1) * width);
  for (let b = 0; b < batch; b++) {
    out.set(rows.subarray(b * count * width, (b + 1) * count * width), b * (count + 1) * width);
    out.set(added.subarray(b * width, (b + 1) * width), (b * (count + 1) + count) * width);
  }
  return out;
}

/** The likeliest role that the plan allows, or the end. */
function chooseToken(logits: Float64Array, one: Decoding, plan: Plan): { token: number; score: number } {
  for (let side = 0; side < 3; side++) logits[OTHER + side] = NEVER;
  const counts = countLimbs({ parents: Int16Array.from(one.parents), tokens: Uint8Array.from(one.tokens) });
  const last = one.tokens[one.tokens.length - 1];
  let missing = 0;
  for (const [limb, roles] of LIMBS) {
    const wanted = plan[limb];
    if (wanted === undefined) continue;
    if (counts[limb] < wanted) missing++;
    // The last answer of a question means that many or more.
    if (counts[limb] < wanted || wanted === PLAN_QUESTIONS[limb] - 1) continue;
    for (let token = 0; token < TOKENS; token++) {
      if (roles.has(ROLES[Math.floor(token / 3)]) && !continues(last, token)) logits[token] = NEVER;
    }
  }
  for (let token = 0; token < TOKENS; token++) {
    const most = MOST_OF_ROLE[ROLES[Math.floor(token / 3)]] ?? Infinity;
    const limb = limbOf(token);
    const pairs = limb ? Math.max(1, Math.ceil((plan[limb] ?? 2) / 2)) : 1;
    if (one.tokens.filter((other) => other === token).length >= most * pairs) logits[token] = NEVER;
  }
  if (one.tokens.length === 0) logits[END] = NEVER;
  logits[END] -= missing > 0 ? MISSING : 0;
  const most = logits.reduce((a, b) => Math.max(a, b));
  const total = Math.log(logits.reduce((sum, value) => sum + Math.exp(value - most), 0)) + most;
  const token = logits.indexOf(most);
  return { token, score: most - total };
}

/** Whether a role goes on with the limb of the joint before, rather than begin another. */
function continues(last: number | undefined, token: number): boolean {
  if (last === undefined || limbOf(last) !== limbOf(token) || last % 3 !== token % 3) return false;
  const [before, after] = [ROLES[Math.floor(last / 3)], ROLES[Math.floor(token / 3)]];
  const pair = (role: Role) => /^(front|middle|hind)/.exec(role)?.[0];
  if (pair(before) !== pair(after)) return false;
  const begins = (role: Role) => /UpperLeg$|^upperArm$|^shoulder$/.test(role);
  return !begins(after) || begins(before);
}

function finish(one: Decoding, view: View): DecodedSkeleton {
  const positions = new Float64Array(one.places.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(fromView(view, one.places[i], one.places[i + 1], one.places[i + 2]), i);
  }
  const mirror = (token: number) => {
    const side = ROLE_SIDES[token % 3];
    return !view.mirrored || side === 'middle' ? token : side === 'left' ? token + 1 : token - 1;
  };
  return {
    parents: Int16Array.from(one.parents),
    tokens: Uint8Array.from(one.tokens, mirror),
    positions,
    score: one.score / Math.max(1, one.tokens.length),
  };
}
