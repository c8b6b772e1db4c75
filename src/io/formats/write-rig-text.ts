/** @file Writes skeleton and weights as text, as RigNet, Puppeteer, UniRig and RigAnything exchange them (`parse-rig-text.ts`). */

import { requireInput } from '../../base/errors.js';
import { jointCount, type Skeleton, type Skin } from '../../rig/rig-records.js';
import { formatFloat } from './format-number.js';

/** Lines `joints`, `root`, `skin` and `hier`. Names get underscores for blanks, and numbers where they are not unique. */
export function writeRigText(skeleton: Skeleton, skin?: Skin): Uint8Array {
  const { parents, rest } = skeleton;
  const count = jointCount(skeleton);
  requireInput(count > 0, 'io/writeRigText: the skeleton has no joints; nothing to write');
  const names = wordNames(skeleton.names);
  const lines = names.map(
    (name, j) => `joints ${name} ${[0, 1, 2].map((k) => formatFloat(rest[j * 3 + k])).join(' ')}`,
  );
  lines.push(`root ${names[0]}`);
  if (skin) {
    const { joints, weights, influenceCount } = skin;
    for (let v = 0; v * influenceCount < weights.length; v++) {
      const row: string[] = [];
      for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) {
        if (weights[i] > 0) row.push(names[joints[i]], formatFloat(weights[i]));
      }
      lines.push(`skin ${v} ${row.join(' ')}`);
    }
  }
  for (let j = 1; j < count; j++) lines.push(`hier ${names[parents[j]]} ${names[j]}`);
  lines.push('');
  return new TextEncoder().encode(lines.join('\n'));
}

/** Names of one word, each once. */
function wordNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, j) => {
    const word = name.trim().replace(/\s+/g, '_') || `joint_${j}`;
    let unique = word;
    for (let n = 2; taken.has(unique); n++) unique = `${word}_${n}`;
    taken.add(unique);
    return unique;
  });
}
