/**
 * @file Whether a joint's name says that it moves the surface: only words that riggers everywhere use.
 *
 * Twelve classes of words (neck, hips, foot, wing …) agreed better with the rigs they were fitted on, and misled on rigs of
 * other sources. Words that most joints of a rig share say nothing about one of them: an exporter that prefixes every bone
 * with `Armature_…` would make scene nodes of all bones.
 */

/** Classes of names that artists' weights treat alike; a name may be of several. */
export type JointWord = 'control' | 'end' | 'object' | 'head';

/** Matched against the words of a name, lower case, separated by spaces: `IK_Hand.L` → `ik hand l`. */
const PATTERNS: Readonly<Record<JointWord, RegExp>> = Object.freeze({
  // A control rather than a bone: inverse kinematics, pole targets.
  control: /ik\b|\b(pole|pt|aim|mch|ctl)\b|ctrl|control|target/,
  // The far end of a chain, written by exporters so that the last bone has a length.
  end: /\b(end|tip|nub|leaf)\b/,
  // A scene node above or beside the bones.
  object: /armature|\b(cube|mesh|plane|sphere|scene)|object/,
  // A head owns more than its short bone reaches.
  head: /head|skull|\bface/,
});

/** With fewer joints than this, shared words are not ignored. */
const LEAST_JOINTS = 4;

/** The classes that a name belongs to. */
export function jointWords(name: string): JointWord[] {
  const words = splitWords(name).join(' ');
  return (Object.keys(PATTERNS) as JointWord[]).filter((word) => PATTERNS[word].test(words));
}

/** The classes of all names of a rig, by words that at most half of them share. */
export function jointWordsOfRig(names: readonly string[]): JointWord[][] {
  const split = names.map(splitWords);
  const counts = new Map<string, number>();
  for (const words of split) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = names.length < LEAST_JOINTS ? Infinity : names.length / 2;
  return split.map((words) => jointWords(words.filter((word) => counts.get(word)! <= most).join(' ')));
}

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
