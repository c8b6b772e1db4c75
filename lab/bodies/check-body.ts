/** @file What must be true of every labelled body, whoever made it. */

import type { LabelledBody } from './labelled-body.js';

/** What is wrong with a body, in words; empty where it holds together. */
export function checkBody({ mesh, skeleton, skin, roles, sides, whole }: LabelledBody): string[] {
  const wrong: string[] = [];
  const vertexCount = mesh.positions.length / 3;
  if (!mesh.positions.every(Number.isFinite)) wrong.push('a position is not finite');
  if (mesh.triangles.length === 0) wrong.push('no triangles');
  if (mesh.triangles.some((v) => v >= vertexCount)) wrong.push('a triangle has no such vertex');
  if (!skeleton || !skin)
    return whole === 'nothing' ? wrong : [...wrong, `a ${whole} without skeleton or skin`];

  const count = skeleton.parents.length;
  for (const [what, length] of [
    ['names', skeleton.names.length],
    ['roles', roles.length],
    ['sides', sides.length],
    ['rest positions', skeleton.rest.length / 3],
    ['frames', skeleton.frames.length / 4],
  ] as const) {
    if (length !== count) wrong.push(`${length} ${what} for ${count} joints`);
  }
  if (!skeleton.rest.every(Number.isFinite)) wrong.push('a joint is not finite');
  if (skeleton.parents.some((parent, j) => (j === 0 ? parent !== -1 : parent < 0 || parent >= j)))
    wrong.push('a parent does not come before its child, or there are several roots');
  return [...wrong, ...checkSkin(skin, vertexCount, count)];
}

function checkSkin(
  { joints, weights, influenceCount }: NonNullable<LabelledBody['skin']>,
  vertexCount: number,
  count: number,
): string[] {
  if (joints.length !== vertexCount * influenceCount || weights.length !== joints.length)
    return [`${joints.length} skin slots for ${vertexCount} vertices`];
  const wrong: string[] = [];
  if (joints.some((joint) => joint >= count)) wrong.push('a vertex is bound to no such joint');
  for (let v = 0; v < vertexCount && wrong.length === 0; v++) {
    let sum = 0;
    for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) sum += weights[k];
    if (Math.abs(sum - 1) > 1e-4) wrong.push(`weights of vertex ${v} sum to ${sum}`);
  }
  return wrong;
}
