/** @file What anything can do, even without a recognised body: sway, bounce. Waves run down whatever joints there are. */

import { isShapeless } from './body-traits.js';
import type { MotionBody } from './motion-body.js';
import { wave } from './motion-curves.js';
import { leanTrunk, type MotionFrame, type MotionLayer, turnJoint } from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition, MotionPlan } from './motion-plan.js';

/** A wave through all joints, later and smaller the further they are from the root. */
function ripple(frame: MotionFrame, { skeleton }: MotionBody, phase: number, size: number): void {
  const { parents } = skeleton;
  const depth = new Int16Array(parents.length);
  for (let j = 1; j < parents.length; j++) {
    depth[j] = depth[parents[j]] + 1;
    const share = size / (1 + 0.25 * depth[j]);
    turnJoint(
      frame,
      j,
      0.6 * share * wave(phase, 0.12 * depth[j]),
      0,
      share * wave(phase, 0.12 * depth[j] + 0.25),
    );
  }
}

/** Sways where it stands. */
export function planSway(body: MotionBody, style: FullMotionStyle): MotionPlan {
  const layer: MotionLayer = (frame, t) => {
    ripple(frame, body, t, 0.05 * style.energy);
    leanTrunk(
      frame,
      0.02 * style.energy * wave(t, 0.2),
      0.03 * style.energy * wave(t),
      0.02 * style.energy * wave(t, 0.4),
    );
    frame.lying = 1;
  };
  return { seconds: 3, loop: true, grounded: true, layers: [layer] };
}

const planBounce: MotionDefinition['plan'] = (body, style): MotionPlan => {
  const high = 0.25 * body.height * style.bounce * style.energy;
  const stands = 0.35;
  const layer: MotionLayer = (frame, t) => {
    const air = Math.max(0, (t - stands) / (1 - stands));
    const wind = t < stands ? Math.sin((Math.PI * t) / stands) : 0;
    frame.shift[1] += high * 4 * air * (1 - air);
    leanTrunk(frame, 0.06 * wind - 0.05 * Math.sin(Math.PI * air), 0, 0.04 * wave(t));
    ripple(frame, body, t, 0.08 * style.energy);
  };
  return { seconds: 0.8, loop: true, grounded: false, layers: [layer] };
};

/** Motions of things. */
export const SHAPELESS_MOTIONS: readonly MotionDefinition[] = [
  { name: 'bounce', summary: 'bounces on the spot', suits: isShapeless, plan: planBounce },
];
