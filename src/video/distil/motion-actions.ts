/**
 * @file The kinds of action that the motion prior knows, and which of them a clip's name or a prompt speaks of. Words are
 * matched where they begin; the first kind of the list that is spoken of wins, so that "walk attack" is an attack.
 */

/** Kinds of action, in the order of the network's table. */
export const MOTION_ACTIONS = Object.freeze([
  'idle',
  'walk',
  'run',
  'attack',
  'jump',
  'fly',
  'swim',
  'death',
  'hit',
  'other',
] as const);

/** A kind of action. */
export type MotionAction = (typeof MOTION_ACTIONS)[number];

/** What each kind is called, those that name others besides first. */
const WORDS: readonly (readonly [MotionAction, RegExp])[] = [
  ['death', /(?<![a-z])(death|dead|die|dying|defeat|power.?off|collapse)/],
  ['hit', /(?<![a-z])(hit|hurt|react|damage|stun|reciev|receiv|flinch|stagger)/],
  [
    'attack',
    /attack|(?<![a-z])(punch|bite|biting|slam|melee|head.?butt|kick|claw|spit|shoot|slash|sword|stab|weapon|throw|cast|spell|strike|swipe|tail.?whip)/,
  ],
  ['jump', /(?<![a-z])(jump|leap|hop|pounce)/],
  ['swim', /(?<![a-z])swim/],
  ['fly', /(?<![a-z])(fly|flies|flap|glid|hover|take.?off|soar|flight|dive|diving)/],
  ['run', /(?<![a-z])(run|gallop|sprint|trot|charg|canter|jog|fast.?walk)/],
  ['walk', /(?<![a-z])(walk|crawl|creep|slither|sneak|step|stalk|march|scuttl|waddl|move|stroll|forward)/],
  ['idle', /(?<![a-z])(idle|stand|sit|sleep|rest|breath|survey|eat|graz|look|wait|no$|yes$|stay)/],
];

/** The kind of action that a name or a prompt speaks of. */
export function findMotionAction(text: string): MotionAction | undefined {
  // Exporters put the armature before the clip's own name, and write words together: "HitReact".
  const own = text
    .slice(text.lastIndexOf('|') + 1)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return WORDS.find(([, pattern]) => pattern.test(own.replace(/_/g, ' ')))?.[0];
}
