/**
 * @file The anatomy that the labelling network says: its tree, its chains, and in each chain the roles as they were labelled.
 */

import { CONFIDENCE } from '../anatomy/confidence.js';
import type { AnatomyRole } from '../anatomy/roles.js';
import { isLegRole, roleNumber } from '../anatomy/roles.js';
import { toAnatomy } from '../anatomy/to-anatomy.js';
import { roleAt } from '../anatomy/views.js';
import { mapPlan } from '../body-plan/map-plan.js';
import { bodyFromRoles, kindOfRoles } from '../body-plan/plan-from-roles.js';
import type { JointLabels } from '../label/network-labels.js';
import { CONTROL } from '../label/read-joint-names.js';
import { ROLES, type Role } from '../learned/role-tokens.js';
import type { Anatomy, PartialRig, Skeleton } from '../rig-records.js';

/** The anatomy of a rig whose joints are labelled; undefined where none of them is part of a body. */
export function anatomyOfLabels(rig: PartialRig, labels: JointLabels): Anatomy | undefined {
  const { skeleton, mesh } = rig;
  const sources = orderBody(labels);
  if (sources.length < 2) return undefined;
  const numbers = new Map(sources.map((j, a) => [j, a]));
  const tree: Skeleton = {
    names: sources.map((j) => skeleton.names[j]),
    parents: Int16Array.from(sources, (j) => numbers.get(labels.moves[j]) ?? -1),
    rest: Float32Array.from(sources.flatMap((j) => [...skeleton.rest.subarray(j * 3, j * 3 + 3)])),
    frames: Float32Array.from(sources.flatMap((j) => [...skeleton.frames.subarray(j * 4, j * 4 + 4)])),
  };
  const tokens = Uint8Array.from(sources, (j) => labels.role[j] * 3 + [2, 0, 1][labels.side[j] + 1]);
  const body = { skeleton: tree, tokens, up: [0, 1, 0] as const, forward: labels.forward };
  const points = mesh && mesh.positions.length > 0 ? mesh.positions : skeleton.rest;
  const found = bodyFromRoles(body, points, { kind: 'unknown', confidence: labels.facing, findings: [] });
  const controls = new Set(skeleton.parents.keys());
  for (const j of sources) controls.delete(j);
  const anatomy = toAnatomy(
    rig,
    {
      ...found,
      kind: kindOfRoles(found.plan, { tokens }),
      plan: mapPlan(found.plan, (a) => (a < 0 ? -1 : sources[a])),
      partner: labels.partner,
    },
    {
      moves: labels.moves,
      controls,
      confidence: labels.confidence.map((sure) => Math.min(CONFIDENCE.most, sure)),
    },
  );
  return { ...anatomy, role: asLabelled(anatomy, labels), side: asSided(anatomy, labels) };
}

/** Joints of the body, each after the one that it moves with. */
function orderBody({ role, moves }: JointLabels): number[] {
  const order: number[] = [];
  const below: number[][] = Array.from(role, () => []);
  const roots: number[] = [];
  role.forEach((own, j) => {
    if (own === CONTROL) return;
    if (moves[j] < 0) roots.push(j);
    else below[moves[j]].push(j);
  });
  const visit = (j: number) => {
    order.push(j);
    for (const k of below[j]) visit(k);
  };
  for (const j of roots) visit(j);
  return order;
}

/**
 * Roles as labelled, but that a limb is what its chain is: beside the chain of a leg there are toes, and no legs. A third
 * joint of a leg may still be its lower leg, a joint beside the neck of the head.
 */
function asLabelled(anatomy: Anatomy, { role }: JointLabels): Uint8Array {
  return anatomy.role.map((own, j) => {
    const [chain, label] = [roleAt(anatomy, j), ROLES[role[j]]];
    if (label === undefined || chain === 'control') return own;
    const isLimb = LIMBS.has(familyOf(label)) || LIMBS.has(familyOf(chain));
    return !isLimb || familyOf(chain) === familyOf(label) ? roleNumber(label) : own;
  });
}

/** What views count: a chain that ends in one of these is a limb. */
const LIMBS: ReadonlySet<string> = new Set(['leg', 'arm', 'wing', 'tentacle']);

/** A side limb is on the side that most of it is labelled to be on. */
function asSided({ side, limb }: Anatomy, labels: JointLabels): Int8Array {
  const sums = new Map<number, number>();
  limb.forEach((number, j) => {
    if (number >= 0) sums.set(number, (sums.get(number) ?? 0) + labels.side[j]);
  });
  return side.map((own, j) =>
    limb[j] < 0 ? labels.side[j] * +(own !== 0) : Math.sign(sums.get(limb[j]) ?? 0),
  );
}

function familyOf(role: AnatomyRole | Role): string {
  if (isLegRole(role)) return 'leg';
  if (role === 'hips' || role === 'spine' || role === 'chest') return 'trunk';
  return role === 'shoulder' || role === 'upperArm' || role === 'lowerArm' || role === 'hand' ? 'arm' : role;
}
