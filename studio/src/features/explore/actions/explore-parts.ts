/** @file Body parts that can be sampled while the rest of the pose stays. */

import { planOf } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';

export interface BodyPart {
  readonly id: string;
  readonly label: string;
  readonly joints: readonly number[];
}

/** The parts of a body; `selected` is the selected joint, −1 for none. */
export function findParts({ model }: StudioDocument, selected: number): BodyPart[] {
  const parts: BodyPart[] = [];
  const add = (id: string, label: string, joints: readonly number[]) => {
    const known = [...new Set(joints)].filter((joint) => joint >= 0);
    if (known.length > 0) parts.push({ id, label, joints: known });
  };
  const skeleton = model.skeleton!;
  if (model.anatomy) {
    const { arms, legs, wings, tail, neck, head, jaw, spine } = planOf(model.anatomy);
    add('arms', 'Arms', withDescendants(skeleton.parents, arms.flat()));
    add('legs', 'Legs', withDescendants(skeleton.parents, legs.flat()));
    add('wings', 'Wings', withDescendants(skeleton.parents, wings.flat()));
    add('tail', 'Tail', tail);
    add('head', 'Head and neck', withDescendants(skeleton.parents, [...neck, head, jaw]));
    add('spine', 'Spine', spine);
  }
  if (selected >= 0 && selected < skeleton.parents.length) {
    add('selected', `${skeleton.names[selected]} and below`, withDescendants(skeleton.parents, [selected]));
  }
  return parts;
}

/** Joints and all their descendants. */
function withDescendants(parents: Int16Array, joints: readonly number[]): number[] {
  const wanted = new Set(joints.filter((joint) => joint >= 0));
  const found: number[] = [];
  // A parent comes before its children.
  for (let j = 0; j < parents.length; j++) {
    if (!wanted.has(j) && !(parents[j] >= 0 && wanted.has(parents[j]))) continue;
    wanted.add(j);
    found.push(j);
  }
  return found;
}
