/**
 * @file What one label does to an anatomy: the chain of the joint becomes what the label says. A joint that is in no limb
 * has a chain of its own: up to where its branch leaves the body, and out to where it ends or divides.
 */

import { PosespaceError } from '../../base/errors.js';
import { type AnatomyDraft, chainsOf, type DraftLimb, freeJoints } from './anatomy-draft.js';
import type { JointLabel, PartWord } from './joint-labels.js';

/** Parts that are all of a limb, whichever of its joints is labelled; others begin at the joint. */
const WHOLE: ReadonlySet<PartWord> = new Set(['leg', 'arm', 'wing', 'fin', 'tentacle', 'neck', 'tail']);
const LARGE: ReadonlySet<PartWord> = new Set(['leg', 'arm', 'wing', 'tentacle']);
/** A joint with more loose children than this ends an arm or a leg: they are fingers or toes. */
const MOST_BRANCHES = 2;

/** Says what a joint is, and its chain with it. Returns the joints that are said now. */
export function applyLabel(draft: AnatomyDraft, joint: number, label: JointLabel): readonly number[] {
  const { part } = label;
  if (part === 'trunk') return sayTrunk(draft, joint, label);
  if (part === 'control' || part === 'other') return dropChain(draft, joint, part);
  requireNoTrunk(draft, joint, part);
  if (part === 'head' || part === 'jaw') return sayEnd(draft, joint, part);
  if (part === 'neck' || part === 'tail') return sayAxis(draft, joint, part);
  const { side, row } = label;
  const own = limbWith(draft, joint);
  if (part === 'shoulder' && own?.part === 'arm') {
    draft.pinned.set(joint, 'shoulder');
    return [joint];
  }
  const joints = own?.part === part ? own.joints : takeChain(draft, joint, label);
  if (own?.part === part) Object.assign(own, side !== undefined && { side }, row && { row });
  else draft.limbs.push({ part, joints, ...(side !== undefined && { side }), ...(row && { row }) });
  if (label.joint) draft.pinned.set(joint, label.joint);
  renameDigits(draft, joints, part);
  return joints;
}

/** The limb that a joint is in. */
export const limbWith = ({ limbs }: AnatomyDraft, joint: number): DraftLimb | undefined =>
  limbs.find(({ joints }) => joints.includes(joint));

/** Takes the chain that a label is about out of the body. */
function takeChain(draft: AnatomyDraft, joint: number, { part, joint: word }: JointLabel): number[] {
  const limb = limbWith(draft, joint);
  const end = endWith(draft, joint);
  const all = limb?.joints ?? end ?? chainAround(draft, joint, part, word === 'end' && part === 'arm');
  // An ear of what was the head begins at its joint, and so does a finger of an arm.
  const isPart = !WHOLE.has(part) && (limb ? LARGE.has(limb.part) : end !== undefined);
  const joints = isPart ? all.slice(all.indexOf(joint)) : [...all];
  freeJoints(draft, joints);
  return joints;
}

/** Neck, head and jaw, or the tail, where the joint is in one of them. */
function endWith({ neck, head, jaw, tail }: AnatomyDraft, joint: number): number[] | undefined {
  return [[...neck, ...[head, jaw].filter((j) => j >= 0)], tail].find((joints) => joints.includes(joint));
}

/** The chain of the joint becomes the neck, or the tail. */
function sayAxis(draft: AnatomyDraft, joint: number, part: 'neck' | 'tail'): readonly number[] {
  const before = draft[part];
  if (before.includes(joint)) return before;
  if (part === 'neck' && joint === draft.head) {
    draft.head = -1;
    draft.neck = [...before, joint];
    return [joint];
  }
  const joints = takeChain(draft, joint, { part });
  const left = draft[part];
  draft[part] = joints;
  if (left.length > 0) draft.limbs.push({ part: 'spur', joints: left });
  return joints;
}

/** The chain of a joint that is in no limb. */
function chainAround(draft: AnatomyDraft, joint: number, part: PartWord, isLast: boolean): number[] {
  const taken = new Set(chainsOf(draft).flat());
  const isSpine = taken.has(joint);
  const children = childrenIn(draft);
  // A branch of the spine is cut off where it is said to be a limb.
  const spine = isSpine ? draft.spine.slice(draft.spine.indexOf(joint)) : [];
  const loose = (j: number) => children[j].filter((c) => !taken.has(c) || spine.includes(c));
  const chain = [joint];
  for (let j = draft.moves[joint]; WHOLE.has(part) && !isSpine && j >= 0; j = draft.moves[j]) {
    if (taken.has(j) || draft.controls.has(j) || children[j].length > 1) break;
    chain.unshift(j);
  }
  if (isLast) return chain;
  if (part === 'wing') return [...chain, ...below(loose, joint)];
  const depths = depthsOf(draft, loose);
  for (let next = loose(joint); next.length > 0; ) {
    if (next.length > MOST_BRANCHES && (part === 'arm' || part === 'leg')) break;
    const deepest = next.reduce((best, j) => (depths[j] > depths[best] ? j : best));
    chain.push(deepest);
    next = loose(deepest);
  }
  return chain;
}

/** How many joints the longest branch from each joint has. [J] */
function depthsOf({ moves }: AnatomyDraft, children: (j: number) => readonly number[]): Int32Array {
  const depths = new Int32Array(moves.length);
  for (let leaf = 0; leaf < moves.length; leaf++) {
    if (children(leaf).length > 0) continue;
    let depth = 1;
    for (let j = leaf; j >= 0 && depths[j] < depth; j = moves[j]) depths[j] = depth++;
  }
  return depths;
}

/** Everything that moves with a joint, nearest first. */
function below(children: (j: number) => readonly number[], joint: number): number[] {
  const found: number[] = [];
  for (let at = [joint]; at.length > 0; ) {
    at = at.flatMap((j) => children(j));
    found.push(...at);
  }
  return found;
}

/** The joints of the body that move with each joint. [J] */
export function childrenIn({ moves, controls }: AnatomyDraft): number[][] {
  const children: number[][] = Array.from(moves, () => []);
  moves.forEach((above, j) => {
    if (above >= 0 && !controls.has(j)) children[above].push(j);
  });
  return children;
}

/** The path from a joint up to the root. */
function pathUp({ moves }: AnatomyDraft, joint: number): number[] {
  const path: number[] = [];
  for (let j = joint; j >= 0 && path.length <= moves.length; j = moves[j]) path.push(j);
  return path;
}

/** The trunk runs from the hips to the chest: what lies between the joint and the trunk that was becomes part of it. */
function sayTrunk(draft: AnatomyDraft, joint: number, { joint: word }: JointLabel): readonly number[] {
  const { spine } = draft;
  const up = pathUp(draft, joint);
  const at = spine.indexOf(joint);
  let next: number[];
  if (at >= 0) next = word === 'hips' ? spine.slice(at) : word === 'chest' ? spine.slice(0, at + 1) : spine;
  else {
    // Between them is the way up from both to where they meet.
    const from = word === 'hips' ? (spine.at(-1) ?? joint) : (spine[0] ?? joint);
    const other = pathUp(draft, from);
    const meet = up.find((j) => other.includes(j)) ?? joint;
    const way = [...other.slice(0, other.indexOf(meet) + 1), ...up.slice(0, up.indexOf(meet)).reverse()];
    next = word === 'hips' ? way.reverse() : way;
  }
  freeJoints(draft, [...next, ...spine]);
  draft.spine = next;
  return [joint];
}

/** The head, with what is between it and the trunk as its neck; or the jaw. */
function sayEnd(draft: AnatomyDraft, joint: number, part: 'head' | 'jaw'): readonly number[] {
  if (part === 'jaw') {
    freeJoints(draft, [joint]);
    draft.jaw = joint;
    return [joint];
  }
  const before = [...draft.neck, ...(draft.head >= 0 ? [draft.head] : [])];
  const trunk = new Set(draft.spine);
  const up = pathUp(draft, joint);
  const end = up.findIndex((j) => trunk.has(j));
  const neck = up.slice(1, Math.max(1, end)).reverse();
  // What was the head lies elsewhere, and is no head any more.
  const others = before.filter((j) => !neck.includes(j) && j !== joint);
  freeJoints(draft, [...before, ...neck, joint]);
  draft.neck = neck;
  draft.head = joint;
  const isBeyond = others.every((j) => pathUp(draft, j).includes(joint));
  if (others.length > 0 && !isBeyond) draft.limbs.push({ part: 'spur', joints: others });
  return [joint];
}

/** A joint and what is beyond it in its chain is no part of a limb any more, or of the body. */
function dropChain(draft: AnatomyDraft, joint: number, part: 'control' | 'other'): readonly number[] {
  requireNoTrunk(draft, joint, part);
  const chain = chainsOf(draft).find((joints) => joints.includes(joint)) ?? [joint];
  const joints = chain.slice(chain.indexOf(joint));
  freeJoints(draft, joints);
  const { controls, moves } = draft;
  for (const j of joints) part === 'other' ? controls.delete(j) : controls.add(j);
  if (part === 'other') {
    for (const j of joints) while (controls.has(moves[j])) moves[j] = moves[moves[j]];
    return joints;
  }
  // What moved with a control moves with what that follows, and what moved with the root with the hips.
  const [hips = -1] = draft.spine;
  for (let j = 0; j < moves.length; j++) {
    if (controls.has(j) || moves[j] < 0) continue;
    while (controls.has(moves[j])) moves[j] = moves[moves[j]];
    if (moves[j] < 0 && j !== hips) moves[j] = hips;
  }
  return joints;
}

/** The hips hold the body: they are no limb, and no control. */
function requireNoTrunk({ spine }: AnatomyDraft, joint: number, part: PartWord): void {
  if (spine.length > 0 && joint !== spine[0]) return;
  throw new PosespaceError(
    'bad-usage',
    `rig/editAnatomy: joint ${joint} is where the trunk begins, so it is no ${part}; say first which joint is the hips`,
  );
}

/** Fingers of what is a leg now are toes, toes of an arm fingers; those of a wing belong to it. */
function renameDigits(draft: AnatomyDraft, joints: number[], part: PartWord): void {
  const [from, to] = part === 'leg' ? ['finger', 'toe'] : ['toe', 'finger'];
  if (part !== 'leg' && part !== 'arm' && part !== 'wing') return;
  for (const limb of draft.limbs) {
    if (limb.part !== from && limb.part !== 'finger') continue;
    if (!pathUp(draft, limb.joints[0]).some((j) => joints.includes(j))) continue;
    if (part === 'wing') joints.push(...limb.joints);
    else if (limb.part === from) limb.part = to as PartWord;
  }
  if (part !== 'wing') return;
  draft.limbs = draft.limbs.filter(
    (limb) => limb.joints === joints || !limb.joints.every((j) => joints.includes(j)),
  );
}
