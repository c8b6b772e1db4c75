/** @file Weights of rig texts, which count vertices as the OBJ does, were put on the reader's own order: the wrong vertices. */

import { expect, it } from 'vitest';
import { parseRigText } from '../../src/io/formats/parse-rig-text.js';
import { READ_LIMITS } from '../../src/io/limits.js';
import { readModel } from '../../src/io/read.js';
import { rigModel } from '../../src/verbs/rig-model.js';
import { encodeText } from '../samples/formats.js';

/** A ladder of quads along X: vertex i of the file lies at x = order[i] / 10. */
const COUNT = 24;
const order = Array.from({ length: COUNT }, (_, i) => (i * 7) % COUNT);
const file = order.map((place) => [Math.floor(place / 2) / 10, place % 2, 0]);
const indexOf = (column: number, row: number) => order.indexOf(column * 2 + row) + 1;

/** Faces from the far end to the near one; with `seams` a UV seam at every column, a group per half, a lone vertex. */
function obj(seams: boolean): string {
  const lines = file.map((row) => `v ${row.join(' ')}`);
  if (seams) lines.push('v 9 9 9', 'vt 0 0', 'vt 1 0', 'vt 1 1', 'vt 0 1');
  for (let c = COUNT / 2 - 2; c >= 0; c--) {
    const corners = [indexOf(c, 0), indexOf(c + 1, 0), indexOf(c + 1, 1), indexOf(c, 1)];
    if (seams && c === 5) lines.push('g near');
    lines.push(`f ${corners.map((v, k) => (seams ? `${v}/${k + 1}` : v)).join(' ')}`);
  }
  return lines.join('\n');
}

/** The left half of the ladder follows one joint, the right half the other. */
const text = (rows: number) =>
  [
    'joints near 0.25 0.5 0',
    'joints far 0.85 0.5 0',
    'root near',
    'hier near far',
    ...Array.from({ length: rows }, (_, i) => `skin ${i} ${(file[i]?.[0] ?? 0) < 0.55 ? 'near' : 'far'} 1.0`),
  ].join('\n');

it.each([
  ['whose faces name vertices in another order', obj(false), COUNT],
  ['with seams, groups and a vertex that nothing uses', obj(true), COUNT + 1],
])('of an OBJ %s', async (_, source, rows) => {
  const model = await readModel('a.obj', encodeText(source));
  const skeletonFrom = parseRigText(encodeText(text(rows)), READ_LIMITS);
  const { rig, how } = await rigModel(model, { skeletonFrom });
  expect(how.weights).toBe('kept');
  const { mesh, skin, skeleton } = rig;
  for (let v = 0; v < mesh.positions.length / 3; v++) {
    const joint = mesh.positions[v * 3] < 0.55 ? 'near' : 'far';
    expect(skeleton.names[skin.joints[v * skin.influenceCount]]).toBe(joint);
    expect(skin.weights[v * skin.influenceCount]).toBe(1);
  }
});
