/**
 * @file Which species to film, and what they do: `[{"name": "red fox", "body": "quadruped", "mesh": "fox.glb", "prompts": ["trots"],
 * "seeds": 2}]`. The starter list has 120 species; prompts are action × style, as ViPS composes them. Where `mesh` is missing or
 * null a sample creature of the `body` stands in.
 */

import { PosespaceError } from '../../base/errors.js';
import { SAMPLE_KINDS, type SampleKind } from '../../io/samples.js';

export interface Species {
  readonly name: string;
  readonly body: SampleKind;
  readonly mesh?: string | null;
  readonly prompts: readonly string[];
  /** Videos per prompt. */
  readonly seeds: number;
}

const NAMES: Readonly<Record<SampleKind, string>> = {
  quadruped:
    'red fox, grey wolf, domestic dog, house cat, lion, tiger, leopard, cheetah, lynx, brown bear, polar bear, horse, donkey, zebra, cow, bison, water buffalo, goat, sheep, red deer, moose, reindeer, gazelle, giraffe, camel, llama, elephant, rhinoceros, hippopotamus, wild boar, pig, hyena, badger, otter, rabbit, hare, squirrel, mouse',
  biped: 'human, child, chimpanzee, gorilla, orangutan, gibbon, kangaroo, meerkat, goblin, ogre',
  bird: 'house sparrow, pigeon, crow, gull, bald eagle, barn owl, parrot, heron, stork, swan, duck, goose, chicken, turkey, peacock, flamingo, penguin, hummingbird',
  fish: 'salmon, trout, carp, pike, tuna, clownfish, shark, dolphin, sea bass, koi',
  snake: 'grass snake, cobra, python, rattlesnake, eel, earthworm',
  spider: 'garden spider, tarantula, wolf spider, scorpion, crab',
  insect: 'ant, beetle, ladybird, grasshopper, praying mantis, cockroach, honey bee, dragonfly',
  dragon: 'european dragon, wyvern with forelegs, winged lion',
  octopus: 'octopus, squid, jellyfish',
  raptor: 'velociraptor, tyrannosaurus, ostrich, emu, cassowary',
  lizard: 'gecko, iguana, komodo dragon, chameleon, crocodile, salamander',
  frog: 'tree frog, bullfrog, toad, cane toad',
  bat: 'fruit bat, vampire bat, flying fox, pipistrelle',
};

const ACTIONS: Readonly<Record<SampleKind, readonly string[]>> = {
  quadruped: ['walks', 'runs', 'looks around', 'jumps', 'attacks', 'eats', 'sits down'],
  biped: ['walks', 'runs', 'looks around', 'jumps', 'attacks', 'waves'],
  bird: ['walks', 'flies', 'looks around', 'attacks', 'eats'],
  fish: ['swims', 'attacks', 'looks around'],
  snake: ['slithers', 'attacks', 'looks around'],
  spider: ['walks', 'attacks', 'looks around'],
  insect: ['walks', 'attacks', 'looks around'],
  dragon: ['walks', 'flies', 'attacks', 'looks around'],
  octopus: ['swims', 'crawls', 'attacks'],
  raptor: ['walks', 'runs', 'attacks', 'looks around'],
  lizard: ['walks', 'runs', 'attacks', 'looks around'],
  frog: ['hops', 'walks', 'attacks', 'looks around'],
  bat: ['flies', 'walks', 'attacks', 'looks around'],
};

const STYLES = ['', ' slowly', ' energetically'];
const SEEDS = 4;

/** The species that ship, one body after the other in turn, so that the first few are all different. */
export function listStarterSpecies(): Species[] {
  const rows = SAMPLE_KINDS.map((body) =>
    NAMES[body]
      .split(', ')
      .map((name): Species => ({ name, body, prompts: composePrompts(body), seeds: SEEDS })),
  );
  const longest = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, i) => rows.flatMap((row) => row[i] ?? [])).flat();
}

/** Actions in every style: first all of them plainly. */
const composePrompts = (body: SampleKind): string[] =>
  STYLES.flatMap((style) => ACTIONS[body].map((action) => `${action}${style}`));

/** Checks a list from a file. */
export function parseSpecies(json: unknown, file: string): Species[] {
  const fail = (what: string): never => {
    throw new PosespaceError(
      'bad-input',
      `batch poses: "${file}" ${what}; write [{"name": "red fox", "body": "quadruped", "mesh": "fox.glb", "prompts": ["trots"], "seeds": 2}]`,
    );
  };
  if (!Array.isArray(json) || json.length === 0) return fail('is not a list of species');
  return json.map((entry: Partial<Species> | null, i) => {
    const { name, body = 'quadruped', mesh = null, seeds = SEEDS } = entry ?? {};
    if (typeof name !== 'string' || !/\w/.test(name)) return fail(`has no name at entry ${i}`);
    if (!SAMPLE_KINDS.includes(body))
      return fail(`has the body "${body}" at "${name}"; it is one of ${SAMPLE_KINDS.join(', ')}`);
    if (mesh !== null && typeof mesh !== 'string') return fail(`has a mesh at "${name}" that is no path`);
    if (!Number.isInteger(seeds) || seeds < 1 || seeds > 10_000)
      return fail(`has no seeds from 1 up at "${name}"`);
    const prompts = entry?.prompts ?? composePrompts(body);
    const words = Array.isArray(prompts) && prompts.every((one) => typeof one === 'string' && /\w/.test(one));
    return words ? { name, body, mesh, prompts, seeds } : fail(`has prompts at "${name}" that are no texts`);
  });
}
