/**
 * @file Which motion of the library a prompt asks for: by its name, by words for the same thing, by its summary. Sentences
 * that say what shall not be ("the camera does not move") do not count; of equals the first that is named.
 */

/** A motion as the library lists it. */
export interface NamedMotion {
  readonly name: string;
  readonly summary: string;
}

/** A motion that a prompt asks for. */
export interface MatchedMotion<Motion extends NamedMotion> {
  readonly motion: Motion;
  /** Factor of the size of movements that the words ask for. */
  readonly energy: number;
}

/** Other words for a motion's name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  idle: ['stand', 'breathe', 'rest', 'wait', 'still'],
  walk: ['stroll', 'stride', 'pace', 'march', 'wander', 'step'],
  run: ['trot', 'gallop', 'sprint', 'jog', 'race', 'charge'],
  hop: ['skip'],
  fly: ['flap', 'soar'],
  glide: ['sail'],
  'take-off': ['takeoff'],
  swim: ['dive'],
  slither: ['wind', 'crawl', 'creep', 'snake'],
  jump: ['leap', 'pounce'],
  'lie-down': ['lie', 'sleep'],
  attack: ['fight', 'lunge'],
  'attack-bite': ['bite', 'snap'],
  'attack-kick': ['kick'],
  'attack-claw': ['claw', 'swipe', 'scratch'],
  'attack-tail': ['whip'],
  'attack-headbutt': ['butt', 'ram', 'headbutt'],
  hit: ['flinch', 'stagger', 'hurt'],
  die: ['fall', 'collapse'],
  'look-around': ['look', 'search'],
  eat: ['graze', 'feed', 'drink'],
  wave: ['greet'],
});

const CALM = /\b(slow\w*|gentl\w*|calm\w*|careful\w*|tired\w*|lazi\w*)\b/;
const LIVELY = /\b(fast\w*|quick\w*|livel\w*|energetic\w*|wild\w*|fierce\w*|excited\w*)\b/;

/** The motion that a prompt asks for; undefined where it names none. */
export function matchMotion<Motion extends NamedMotion>(
  prompt: string,
  motions: readonly Motion[],
): MatchedMotion<Motion> | undefined {
  const wanted = prompt
    .toLowerCase()
    .split(/[.;!]+/)
    .filter((sentence) => !/\b(not|no|nothing|never|without)\b/.test(sentence))
    .join(' . ');
  const words = wanted.split(/[^a-z]+/).map(stem);
  let best: { motion: Motion; score: number; at: number } | undefined;
  for (const motion of motions) {
    const { score, at } = scoreMotion(motion, words);
    if (score === 0) continue;
    if (!best || score > best.score || (score === best.score && at < best.at)) best = { motion, score, at };
  }
  if (!best) return undefined;
  const energy = CALM.test(wanted) ? 0.75 : LIVELY.test(wanted) ? 1.3 : 1;
  return { motion: best.motion, energy };
}

/** How well words fit a motion, and where the first that does stands. */
function scoreMotion(
  { name, summary }: NamedMotion,
  words: readonly string[],
): { score: number; at: number } {
  const parts = name.split('-').map(stem);
  const at = (wanted: readonly string[]) => words.findIndex((word) => wanted.includes(word));
  // "turn-left" needs both of its words.
  if (parts.every((part) => words.includes(part))) return { score: 8 + parts.length, at: at(parts) };
  const same = (SYNONYMS[name] ?? []).map(stem);
  if (at(same) >= 0) return { score: 6, at: at(same) };
  const verbs = summary
    .split(/[^a-z]+/)
    .map(stem)
    .filter((word) => word.length > 3 && !DULL.has(word));
  const found = verbs.filter((verb) => words.includes(verb));
  return { score: Math.min(3, found.length), at: at(found) };
}

/** Words of summaries that say nothing on their own. */
const DULL = new Set(
  ['with', 'what', 'from', 'ahead', 'left', 'right', 'spot', 'hand', 'both', 'quarter'].map(stem),
);

/** A word without its ending: walks, walking and walked are walk. */
function stem(word: string): string {
  const bare = word.replace(/(ing|ed|es|s)$/, '');
  const kept = bare.length >= 2 ? bare : word;
  // running → run, slithers → slither
  return kept.replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '');
}
