/**
 * @file What a joint's name says about whether and how far it moves the surface.
 */

/** Classes of names that artists' weights treat alike; a name may be of several. */
export type JointWord =
  | 'control'
  | 'end'
  | 'object'
  | 'head'
  | 'neck'
  | 'shoulder'
  | 'eye'
  | 'hips'
  | 'trunk'
  | 'foot'
  | 'wing'
  | 'tail';

/** Tried on the words of a name, lower case, separated by spaces: `IK_Hand.L` → `ik hand l`. */
const PATTERNS: Readonly<Record<JointWord, RegExp>> = Object.freeze({
  // A handle for animators rather than a bone: inverse kinematics, pole targets.
  control: /\bik|ik\b|\b(pole|pt|aim)\b|ctrl|control|target/,
  // The far end of a chain, written by exporters so that the last bone has a length.
  end: /\b(end|tip|nub|leaf)\b/,
  // A node of the scene above or beside the bones.
  object: /armature|\b(cube|mesh|plane|sphere|scene)|object/,
  head: /head|skull|\bface/,
  neck: /neck/,
  shoulder: /shoulder|clav|collar/,
  eye: /eye|brow|lid\b/,
  hips: /\bhip|pelvis/,
  trunk: /body|torso|chest|spine|abdomen/,
  foot: /foot|feet|ankle|hoof|toe|claw/,
  wing: /\bwing|\bfin\b/,
  tail: /tail/,
});

/** The classes that a name belongs to. */
export function jointWords(name: string): JointWord[] {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ');
  return (Object.keys(PATTERNS) as JointWord[]).filter((word) => PATTERNS[word].test(words));
}

/** Whether a joint is a handle for animators rather than a bone. */
export const isControlName = (name: string): boolean => jointWords(name).includes('control');
