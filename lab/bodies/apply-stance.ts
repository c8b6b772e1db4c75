/** @file Puts a plan into a stance: sitting, lying, rearing, crouching, flying. Measures change, not what it has. */

import type { Rng } from '../../src/base/rng.js';
import type { BodyPlanDraft, LegPlan, LimbPlan, TrunkPlan } from './body-plan-row.js';

export function applyStance(rng: Rng, plan: BodyPlanDraft): BodyPlanDraft {
  const legs = (change: (leg: LegPlan) => Partial<LegPlan>): readonly LimbPlan[] =>
    plan.limbs.map((limb) => (limb.limb === 'leg' ? { ...limb, ...change(limb) } : limb));
  const trunk = (change: Partial<TrunkPlan>): TrunkPlan => ({ ...plan.trunk, ...change });
  const { height, hips, tall } = plan.trunk;
  const depth = hips * tall;
  switch (plan.stance) {
    case 'sit': {
      const pitch = rng.range(40, 68);
      const shin = rng.range(0.3, 0.5);
      return {
        ...plan,
        trunk: trunk({ height: depth * 0.85, pitch }),
        neck: plan.neck && { ...plan.neck, pitch: Math.max(plan.neck.pitch, rng.range(55, 85)) },
        tail: plan.tail && { ...plan.tail, pitch: rng.range(-10, 15), curl: rng.range(-10, 60) },
        limbs: legs((leg) =>
          leg.rank === 'front'
            ? { step: rng.range(0, 0.12), drop: 0.5, knee: leg.knee * 0.6 }
            : {
                step: shin,
                drop: 0,
                wide: 0.95,
                reach: rng.range(0.05, 0.2),
                bend: 'up',
                knee: rng.range(0.35, 0.6),
                ankle: 0.02,
                kneeAt: 0.6,
              },
        ),
      };
    }
    case 'lie':
      return {
        ...plan,
        trunk: trunk({ height: depth * rng.range(0.85, 1) }),
        limbs: legs((leg) =>
          leg.rank === 'front'
            ? {
                step: height * rng.range(0.3, 0.6),
                drop: 0.4,
                wide: 0.8,
                bend: 'back',
                knee: 0.15,
                kneeAt: 0.35,
                ankle: -0.02,
              }
            : {
                step: height * rng.range(0.1, 0.4),
                drop: 0,
                wide: 1,
                reach: rng.range(0.1, 0.25),
                bend: 'up',
                knee: rng.range(0.3, 0.6),
                ankle: 0,
              },
        ),
      };
    case 'rear': {
      const pitch = rng.range(40, 70);
      return {
        ...plan,
        trunk: trunk({ height: height * rng.range(0.8, 0.95), pitch }),
        neck: plan.neck && { ...plan.neck, pitch: plan.neck.pitch + rng.range(20, 45) },
        limbs: legs((leg) =>
          leg.rank === 'front'
            ? {
                length: height * rng.range(0.7, 0.85),
                swing: rng.range(20, 70),
                knee: rng.range(0.15, 0.3),
                ankle: rng.range(-0.05, 0.1),
              }
            : { step: leg.step + rng.range(0.05, 0.25), knee: leg.knee * 1.5 },
        ),
      };
    }
    case 'crouch': {
      const low = rng.range(0.6, 0.8);
      return {
        ...plan,
        trunk: trunk({ height: Math.max(depth, height * low) }),
        limbs: legs((leg) => ({ knee: leg.knee + rng.range(0.1, 0.25), ankle: leg.ankle - 0.08 })),
      };
    }
    case 'chair': {
      const lap = height * rng.range(0.42, 0.5);
      return {
        ...plan,
        trunk: trunk({ height: lap }),
        limbs: legs(() => ({
          step: lap * rng.range(0.9, 1.1),
          bend: 'up',
          kneeAt: 0.55,
          knee: rng.range(0.42, 0.55),
          ankleAt: 0.95,
          ankle: 0.02,
          drop: 0,
        })),
      };
    }
    case 'toySit':
      return {
        ...plan,
        trunk: trunk({ height: depth * rng.range(0.8, 0.95), pitch: Math.max(70, plan.trunk.pitch - 5) }),
        limbs: legs((leg) => ({
          length: Math.max(hips * 1.6, height * rng.range(0.8, 0.95)),
          swing: rng.range(78, 92),
          reach: rng.range(0.05, 0.45),
          drop: leg.drop,
        })),
      };
    case 'fly':
      return {
        ...plan,
        trunk: trunk({ height: 0, pitch: plan.trunk.pitch * rng.range(0, 0.5) }),
        neck: plan.neck && {
          ...plan.neck,
          pitch: plan.neck.pitch * rng.range(0.05, 0.5),
          curve: plan.neck.curve * 0.4,
        },
        limbs: legs((leg) => ({
          length: Math.max(depth * 1.4, height * rng.range(0.6, 1)),
          swing: rng.range(-85, -40),
          drop: leg.drop * 0.7,
          knee: leg.knee * 0.5,
        })),
      };
    default:
      return plan;
  }
}
