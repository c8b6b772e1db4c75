/**
 * @file The joints that other tools expect, as presets. A humanoid has the set of the tool whose names it gets:
 * - Unity (docs.unity3d.com/ScriptReference/HumanBodyBones.html, Avatar configuration): 15 required, the rest optional
 * - VRM 1.0 (github.com/vrm-c/vrm-specification, VRMC_vrm-1.0/humanoid.md): the same 15 required
 * - Godot (docs.godotengine.org, SkeletonProfileHumanoid): hips to head, arms and legs
 * - Mixamo's auto-rigger: 25 joints without fingers, 65 with; ends of head, toes and fingers are joints
 * - Unreal's mannequin (UE4): pelvis, spine_01 to 03, neck_01, head, clavicles, arms, legs with ball; no twist bones
 *
 * `quadruped` and `bird` are ours: docs/guides/rig.md lists them.
 */

import type { BodyPlan } from '../body-plan/body-plan.js';
import type { NameConvention } from '../names/name-conventions.js';

/** All presets. */
export const PRESETS = ['humanoid', 'quadruped', 'bird'] as const;

/** A set of joints that a found skeleton is given. */
export type Preset = (typeof PRESETS)[number];

/** What a preset has. Lists are positions along a limb, 0 to 1. */
export interface PresetJoints {
  /** Limbs that a body must have, exactly. */
  readonly limbs: Readonly<Partial<Record<'legs' | 'arms' | 'wings', number>>>;
  /** From hips to chest, both included. */
  readonly spine: number;
  readonly neck: number;
  /** Whether the head's joint is at the base of the skull, above the narrowest part of the neck. */
  readonly skull: boolean;
  readonly leg: readonly number[];
  /** Whether toes are added in front of the feet. */
  readonly toes: boolean;
  readonly wing: readonly number[];
  /** Of a tail, where there is one; 0 removes it. */
  readonly tail: number;
  readonly jaw: boolean;
  readonly ears: boolean;
  /** Per finger of a hand with three to five of them; 0 removes fingers. */
  readonly finger: number;
  /** Whether head, toes and fingers end in a joint of their own. */
  readonly ends: boolean;
}

const HUMANOID: PresetJoints = {
  limbs: { legs: 2, arms: 2 },
  spine: 4,
  neck: 1,
  skull: true,
  leg: [0.05, 0.53, 0.95],
  toes: true,
  wing: [],
  tail: 0,
  jaw: true,
  ears: false,
  finger: 3,
  ends: false,
};

const QUADRUPED: PresetJoints = {
  ...HUMANOID,
  limbs: { legs: 4, arms: 0, wings: 0 },
  neck: 2,
  skull: false,
  leg: [0.05, 0.45, 0.7, 0.95],
  toes: false,
  tail: 4,
  ears: true,
  finger: 0,
};

const BIRD: PresetJoints = {
  ...QUADRUPED,
  limbs: { legs: 2, arms: 0, wings: 2 },
  spine: 3,
  leg: [0.05, 0.53, 0.95],
  wing: [0, 0.35, 0.7],
  tail: 2,
  ears: false,
};

/** The joints of a preset; those of a humanoid are what the tool of a convention has. */
export function presetJoints(preset: Preset, convention: NameConvention): PresetJoints {
  if (preset === 'quadruped') return QUADRUPED;
  if (preset === 'bird') return BIRD;
  if (convention === 'mixamo') return { ...HUMANOID, jaw: false, ends: true };
  if (convention === 'unreal') return { ...HUMANOID, jaw: false };
  return HUMANOID;
}

/** Why a body cannot have a preset; null if it can. */
export function presetProblem(preset: Preset, plan: BodyPlan): string | null {
  const { limbs } = presetJoints(preset, 'native');
  for (const part of ['legs', 'arms', 'wings'] as const) {
    const needed = limbs[part];
    const found = plan[part].length;
    if (needed === undefined || needed === found) continue;
    const amount =
      found === 0 ? `without ${part}` : `with ${found} ${found === 1 ? part.slice(0, -1) : part}`;
    return `a body ${amount} cannot be a ${preset}: that has ${needed === 0 ? 'no' : needed} ${part}`;
  }
  if (plan.head < 0) return `a body without a head cannot be a ${preset}`;
  return null;
}
