/** @file How sure each limb of a body is: the mean confidence of its joints. */

import { mean } from '../../math/statistics.js';
import { dot, type Vec3 } from '../../math/vector.js';
import { bodyOf } from '../anatomy/body-of.js';
import { type ConfidenceLevel, levelOf } from '../anatomy/confidence.js';
import type { Anatomy, PartialRig } from '../rig-records.js';

/** One limb of a body, and how sure it is. */
export interface LimbReport {
  readonly part: 'head' | 'tail' | 'leg' | 'arm' | 'wing' | 'fin';
  readonly side: 'left' | 'right' | 'middle';
  /** Names, from the body outward. */
  readonly joints: readonly string[];
  /** Mean chance that an artist would have placed its joints there, 0 to 1. */
  readonly confidence: number;
  readonly level: ConfidenceLevel;
}

/** A limb is in the middle where its end is nearer to the mirror plane than this, as a fraction of the body's size. */
const MIDDLE = 0.02;

/** Limbs of a body with their confidence; none for what is no body. */
export function reportLimbs(
  rig: PartialRig,
  anatomy: Anatomy,
  confidence: Float32Array = anatomy.confidence,
): LimbReport[] {
  const body = bodyOf(rig, anatomy);
  if (body.kind === 'unknown') return [];
  const { skeleton } = rig;
  const { plan, axes } = body;
  const place = (j: number): Vec3 => [0, 1, 2].map((k) => skeleton.rest[j * 3 + k]) as unknown as Vec3;
  const sideOf = (joints: readonly number[]): LimbReport['side'] => {
    const middle = dot(place(plan.spine[0] ?? 0), body.left);
    const across = dot(place(joints[joints.length - 1]), body.left) - middle;
    return Math.abs(across) < MIDDLE * axes.size ? 'middle' : across > 0 ? 'left' : 'right';
  };
  const report = (part: LimbReport['part'], joints: readonly number[]): LimbReport[] => {
    if (joints.length === 0) return [];
    const sure = mean(Float32Array.from(joints, (j) => confidence[j]));
    const names = joints.map((j) => skeleton.names[j]);
    return [{ part, side: sideOf(joints), joints: names, confidence: sure, level: levelOf(sure) }];
  };
  const each = (part: LimbReport['part'], chains: readonly (readonly number[])[]) =>
    chains.flatMap((chain) => report(part, chain));
  return [
    ...report('head', [...plan.neck, ...(plan.head >= 0 ? [plan.head] : [])]),
    ...each('leg', plan.legs),
    ...each('arm', plan.arms),
    ...each(body.kind === 'fish' ? 'fin' : 'wing', plan.wings),
    ...report('tail', plan.tail),
  ];
}
