/** @file A body that no row describes: trunk, head, tail and limbs each from another kind. */

import type { Rng } from '../../src/base/rng.js';
import type { BodyPlanDraft, KindRow, LimbPlan } from './body-plan-row.js';
import { drawPlan } from './plan-defaults.js';

/** Draws a plan whose parts come from several kinds. */
export function combinePlans(rng: Rng, rows: readonly KindRow[]): BodyPlanDraft {
  const draw = () => drawPlan(rng, rows[rng.integer(rows.length)]);
  const [body, head, tail, more] = [draw(), draw(), draw(), draw()];
  const swap = rng.next() < 0.5;
  const legs = body.limbs.filter((limb) => limb.limb === 'leg');
  // Legs reach to the ground from wherever they start, so legs of another body fit once the hips are as high.
  const donor = legs.length > 0 && rng.next() < 0.4 ? draw() : body;
  // An upright body stands on one pair.
  const fits = (limb: LimbPlan) => limb.limb === 'leg' && (body.trunk.pitch < 55 || limb.rank === 'hind');
  const walks = donor !== body && donor.trunk.height > 0 && donor.limbs.some(fits);
  const others = body.limbs.filter((limb) => limb.limb !== 'leg' || !walks);
  const grafts = more.limbs.filter(
    (limb) => limb.limb !== 'leg' && !others.some((own) => own.limb === limb.limb),
  );
  return {
    ...body,
    stance: body.stance === 'sit' || body.stance === 'rear' || body.stance === 'lie' ? 'stand' : body.stance,
    trunk: walks ? { ...body.trunk, height: donor.trunk.height } : body.trunk,
    head:
      swap && head.head && body.head
        ? { ...head.head, size: body.head.size, pitch: body.head.pitch }
        : body.head,
    tail: rng.next() < 0.6 ? tail.tail : body.tail,
    limbs: [
      ...others,
      ...(walks ? donor.limbs.filter(fits) : []),
      ...grafts.filter(() => rng.next() < 0.6).map((limb) => liftArms(rng, limb, body.trunk.pitch)),
    ],
    extras: rng.next() < 0.3 ? more.extras : body.extras,
  };
}

/** Arms that hang from a level trunk would stand on the ground like legs, so they are held up. */
function liftArms(rng: Rng, limb: LimbPlan, pitch: number): LimbPlan {
  if (limb.limb !== 'arm' || pitch > 40) return limb;
  return {
    ...limb,
    pose: (['beg', 'claws', 'raised', 'T', 'bent'] as const)[rng.integer(5)],
    length: Math.min(limb.length, 0.9),
  };
}
