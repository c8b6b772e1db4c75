/**
 * @file What a joint's name says about whether it moves the surface.
 */

/** The words of a name, `IK_Hand.L` → ik hand l. */
const words = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const CONTROL_WORDS = new Set(['ik', 'pole', 'ctrl', 'control', 'controller', 'target', 'aim']);
const END_WORDS = new Set(['end', 'tip', 'nub']);

/** A handle for animators rather than a bone: inverse kinematics, poles, controls. */
export const isControlName = (name: string): boolean =>
  words(name).some((word) => CONTROL_WORDS.has(word) || word.startsWith('ik') || word.endsWith('ik'));

/** The far end of a chain, written by exporters so that the last bone has a length. */
export const isEndName = (name: string): boolean =>
  words(name).some((word) => END_WORDS.has(word) || word.endsWith('end'));

/** The node above a body rather than a part of it. */
export const isRootName = (name: string): boolean => /root|armature|master|origin|global/i.test(name);
