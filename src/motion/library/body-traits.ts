/** @file What a body can do, and how its size sets the pace of what it does. */

import { clamp } from '../../math/scalar.js';
import type { MotionBody } from './motion-body.js';

export const hasLegs = ({ legs }: MotionBody): boolean => legs.length > 0;
/** The first fins of a fish count as wings. */
export const hasWings = ({ wings, kind }: MotionBody): boolean => wings.length > 1 && kind !== 'fish';
export const hasTentacles = ({ kind, arms }: MotionBody): boolean => kind === 'octopus' && arms.length > 0;
export const hasArms = (body: MotionBody): boolean => body.arms.length > 0 && !hasTentacles(body);
export const hasHead = ({ plan }: MotionBody): boolean => plan.head >= 0 || plan.neck.length > 0;
/** What stands upright on nothing, without tail or fins, is neither: it hops about. */
export const isFish = (body: MotionBody): boolean =>
  body.kind === 'fish' && !hasLegs(body) && (!body.upright || hasFins(body));
export const isSerpent = (body: MotionBody): boolean =>
  body.kind === 'serpent' && !hasLegs(body) && !body.upright;
const hasFins = ({ plan }: MotionBody): boolean =>
  plan.tail.length > 0 || plan.wings.length > 0 || plan.extras.some(({ kind }) => kind === 'fin');
/** Nothing that gets about by itself. */
export const isShapeless = (body: MotionBody): boolean =>
  !hasLegs(body) && !hasWings(body) && !hasTentacles(body) && !isFish(body) && !isSerpent(body);

/** Factor of the length of actions: large bodies are slower, as pendulums are. 1 for a leg of a metre. */
export const paceOf = ({ unit }: MotionBody): number => clamp(Math.sqrt(unit), 0.6, 1.5);
