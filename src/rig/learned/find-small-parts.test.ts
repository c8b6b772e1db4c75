import { expect, it } from 'vitest';
import { findAbsentParts } from './find-small-parts.js';
import { ROLES } from './role-tokens.js';

/** Chances at 64 seed points, `seen` of which lie on a part. */
function parts(role: (typeof ROLES)[number], seen: number): Float64Array {
  const tokens = 3 * ROLES.length;
  const out = new Float64Array(64 * tokens);
  for (let i = 0; i < 64; i++) out[i * tokens + ROLES.indexOf(i < seen ? role : 'spine') * 3 + (i % 3)] = 1;
  return out;
}

it('tells parts that hardly any point lies on', () => {
  expect(findAbsentParts({ parts: parts('finger', 1) })).toContain('finger');
  expect(findAbsentParts({ parts: parts('finger', 3) })).not.toContain('finger');
  const horned = findAbsentParts({ parts: parts('horn', 2) });
  expect([horned.has('antenna'), horned.has('ear'), horned.has('jaw'), horned.has('fin')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('takes fins from the plan', () => {
  expect(findAbsentParts({ parts: parts('fin', 9) }, { fins: 0 })).toContain('fin');
  expect(findAbsentParts({ parts: parts('fin', 9) }, { fins: 2 })).not.toContain('fin');
});
