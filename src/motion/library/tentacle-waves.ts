/** @file Tentacles: crawl and swim by waves that run along them. */

import { normalize, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import { hasTentacles } from './body-traits.js';
import type { MotionBody } from './motion-body.js';
import { wave } from './motion-curves.js';
import { bendChain, leanTrunk, type MotionFrame, type MotionLayer, turnJoint } from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition, MotionPlan } from './motion-plan.js';

/** A tentacle, and the axis that a turn about lifts it. */
interface Tentacle {
  readonly joints: readonly number[];
  readonly across: Vec3;
}

const measureTentacles = ({ plan, skeleton }: MotionBody): Tentacle[] =>
  plan.arms.map((joints) => {
    const way = subtract(
      vectorAt(skeleton.rest, joints[joints.length - 1]),
      vectorAt(skeleton.rest, joints[0]),
    );
    const out = normalize([way[0], 0, way[2]]);
    return { joints, across: [-out[2], 0, out[0]] };
  });

/** Lifts a joint of a tentacle, and bends it to its side. */
function curl(frame: MotionFrame, { joints, across }: Tentacle, k: number, lift: number, side: number): void {
  turnJoint(frame, joints[k], lift * across[0], side, lift * across[2]);
}

/** Every tentacle feels its way, each a little later than its neighbour. */
export function planFeel(body: MotionBody, style: FullMotionStyle): MotionPlan {
  const tentacles = measureTentacles(body);
  const layer: MotionLayer = (frame, t) => {
    for (const [i, tentacle] of tentacles.entries()) {
      for (let k = 1; k < tentacle.joints.length; k++) {
        const s = k / tentacle.joints.length;
        const size = style.energy * (0.04 + 0.12 * s);
        const lag = 0.5 * s + 0.29 * i;
        curl(frame, tentacle, k, size * (0.6 + 0.6 * wave(t, lag)), size * wave(t, lag + 0.2));
      }
    }
    turnJoint(frame, body.plan.head, 0.04 * wave(t), 0.12 * style.headLiveliness * wave(t, 0.2));
    bendChain(frame, body.plan.tail, 0.1 * wave(2 * t));
  };
  return { seconds: 4, loop: true, grounded: false, layers: [layer] };
}

const planCrawl: MotionDefinition['plan'] = (body, style): MotionPlan => {
  const tentacles = measureTentacles(body);
  const ahead = 0.5 * body.unit * style.stride;
  const seconds = 1.8;
  const layer: MotionLayer = (frame, t) => {
    for (const [i, tentacle] of tentacles.entries()) {
      // Neighbours take turns; those behind push while those in front reach.
      const phase = t + (i % 2) * 0.5 + 0.12 * i;
      const n = tentacle.joints.length;
      for (let k = 0; k < n; k++) {
        const s = k / n;
        const up = Math.max(0, wave(phase, 0.35 * s));
        curl(
          frame,
          tentacle,
          k,
          style.energy * (k === 0 ? 0.16 * up : 0.28 * up - 0.06),
          0.22 * style.energy * wave(phase, 0.3 + 0.3 * s) * Math.sign(tentacle.across[2] || 1),
        );
      }
    }
    frame.shift[1] += 0.04 * body.unit * style.bounce * wave(2 * t);
    leanTrunk(frame, 0.05 * wave(2 * t, 0.2), 0.05 * wave(t), 0.03 * wave(t, 0.25));
    bendChain(frame, body.plan.tail, 0.12 * wave(2 * t, 0.3));
    frame.path.z += (style.speed !== undefined ? style.speed * seconds : ahead) * t;
  };
  return { seconds, loop: true, grounded: false, fastest: 24, cycles: 1, layers: [layer] };
};

/** A quick squeeze of all arms, a long glide, a slow opening. */
const planJet: MotionDefinition['plan'] = (body, style): MotionPlan => {
  const tentacles = measureTentacles(body);
  const seconds = 1.7;
  const ahead = 2.4 * body.unit * style.stride;
  const layer: MotionLayer = (frame, t) => {
    const open = 0.5 - 0.5 * Math.cos(2 * Math.PI * (t - 0.12 * Math.sin(2 * Math.PI * t)));
    const late = 0.5 - 0.5 * Math.cos(2 * Math.PI * (t - 0.1));
    for (const [i, tentacle] of tentacles.entries()) {
      const n = tentacle.joints.length;
      for (let k = 0; k < n; k++) {
        const share = k < n / 2 ? open : late;
        curl(frame, tentacle, k, (style.energy * (-1.5 + 2 * share)) / n, 0.06 * wave(t, 0.11 * i + 0.1 * k));
      }
    }
    leanTrunk(frame, 0.04 * wave(t));
    bendChain(frame, body.plan.tail, 0.15 * wave(t, 0.2));
    frame.shift[1] += body.unit * (0.5 + 0.08 * wave(t, 0.3));
    frame.path.z +=
      (style.speed !== undefined ? style.speed * seconds : ahead) *
      (t + 0.1 * (wave(t, 0.62) - wave(0, 0.62)));
  };
  return { seconds, loop: true, grounded: false, fastest: 26, cycles: 1, layers: [layer] };
};

/** Motions of tentacles. */
export const TENTACLE_MOTIONS: readonly MotionDefinition[] = [
  { name: 'crawl', summary: 'crawls on its tentacles', suits: hasTentacles, plan: planCrawl },
  { name: 'swim', summary: 'swims by closing its tentacles', suits: hasTentacles, plan: planJet },
];
