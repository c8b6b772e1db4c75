/**
 * @file Labels of limbs under what the user knows: named limbs get their label, then as many of the others as the kind of
 * body has become legs, wings and arms, the likeliest first, and the rest none of them. Both limbs of a pair go together.
 */

import type { Limb } from './find-limbs.js';
import type { LimbNumbers } from './known-body.js';
import type { LimbLabel } from './label-limbs.js';

export interface ConstrainedLabels {
  readonly labels: readonly LimbLabel[];
  /** Limbs whose label is no longer open to doubt. */
  readonly decided: ReadonlySet<number>;
}

/** What being labelled so already is worth, in points of a measure. */
const LABELLED = 2;
/** Longest limb that a length is compared with. */
const LONG = 0.4;

/** Constrains labels; `named` are limbs with a known label, `height` is that of the body. */
export function constrainLabels(
  limbs: readonly Limb[],
  labels: readonly LimbLabel[],
  named: ReadonlyMap<number, LimbLabel>,
  wanted: LimbNumbers,
  height: number,
): ConstrainedLabels {
  const out = [...labels];
  const decided = new Set<number>();
  const decide = (i: number, label: LimbLabel) => {
    for (const each of [i, limbs[i].twin]) {
      if (each < 0 || decided.has(each) || (each !== i && named.has(each))) continue;
      out[each] = label;
      decided.add(each);
    }
  };
  for (const [i, label] of named) decide(i, label);
  const measures: Readonly<Record<'leg' | 'wing' | 'arm', (limb: Limb) => number>> = {
    leg: (limb) => 1 - limb.lowest / height + Math.min(1, limb.length / LONG),
    wing: (limb) => 1 - limb.roundness + Math.min(1, limb.length / LONG),
    arm: (limb) => Math.min(1, limb.length / LONG),
  };
  for (const [label, count] of [
    ['leg', wanted.legs],
    ['wing', wanted.wings],
    ['arm', wanted.arms],
  ] as const) {
    if (count === undefined) continue;
    const score = (i: number) => measures[label](limbs[i]) + (labels[i] === label ? LABELLED : 0);
    const open = limbs.map((_, i) => i).filter((i) => !decided.has(i));
    open.sort((a, b) => score(b) - score(a) || a - b);
    let have = out.filter((each, i) => each === label && decided.has(i)).length;
    for (const i of open) {
      const size = limbs[i].twin >= 0 && !decided.has(limbs[i].twin) ? 2 : 1;
      if (decided.has(i) || have + size > count) continue;
      decide(i, label);
      have += size;
    }
    // No other limb is one of these; what it is instead stays open.
    for (const i of open) if (!decided.has(i) && out[i] === label) out[i] = 'other';
  }
  if (wanted.arms !== undefined) {
    for (const i of limbs.keys()) if (!decided.has(i) && out[i] === 'other') out[i] = 'spur';
  }
  return { labels: out, decided };
}
