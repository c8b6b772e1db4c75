/**
 * @file Further bodies out of those there are: with a hat, a saddle or a plinth that carries no limb, with limbs of another
 * body, without some of their own. The originals stay; a variation is held out where its body is, and limbs of held-out
 * bodies are not grafted on others.
 */

import { createRng, type Rng } from '../../src/base/rng.js';
import { addDistractor } from './add-distractor.js';
import { graftLimb } from './graft-limb.js';
import type { LabelledBody } from './labelled-body.js';
import type { ListedBody } from './make-bodies.js';
import { removeLimb } from './remove-limb.js';

/** Of all variations, how many graft a limb and how many remove one; the rest gets a distractor. */
const GRAFTS = 0.3;
const REMOVALS = 0.15;
/** Bodies that limbs are taken from: the last ones. */
const DONORS = 40;

/** All bodies, and behind a share of them (0 to 1) a variation. The same seed gives the same ones. */
export async function* varyBodies(
  bodies: AsyncIterable<ListedBody> | Iterable<ListedBody>,
  share: number,
  seed: number,
): AsyncGenerator<ListedBody> {
  const rng = createRng(seed);
  const donors: LabelledBody[] = [];
  for await (const listed of bodies) {
    yield listed;
    const { body, heldOut } = listed;
    if (body.whole !== 'body' || !body.skeleton) continue;
    const varied = rng.next() < share ? varyBody(body, donors, rng) : undefined;
    if (varied) yield { body: varied, heldOut };
    if (!heldOut && donors.push(body) > DONORS) donors.shift();
  }
}

/** One variation; undefined where the drawn one does not fit. */
function varyBody(body: LabelledBody, donors: readonly LabelledBody[], rng: Rng): LabelledBody | undefined {
  const draw = rng.next();
  if (draw >= GRAFTS + REMOVALS) {
    const worn = addDistractor(body, rng);
    return worn === body ? undefined : { ...worn, poses: undefined };
  }
  const others = donors.filter(({ kind }) => kind !== body.kind);
  const changed =
    draw < GRAFTS
      ? others.length > 0 && graftLimb(body, others[rng.integer(others.length)], rng)
      : removeLimb(body, rng);
  if (!changed) return undefined;
  // What was not known of the body is not known of its variation either; its joints are others than those of the poses.
  const { counts, poses, ...rest } = changed;
  return { ...rest, ...(body.counts && counts && { counts }), family: body.family, source: body.source };
}
