import { expect, it } from 'vitest';
import { SAMPLE_KINDS } from '../../io/samples.js';
import { describeReports, extrapolate } from './poses-dataset.js';
import { listStarterSpecies, parseSpecies } from './species-list.js';

it('the starter list has 120 species of all bodies, the first of them all different', () => {
  const species = listStarterSpecies();
  expect(new Set(species.map(({ name }) => name)).size).toBe(120);
  expect(new Set(species.slice(0, SAMPLE_KINDS.length).map(({ body }) => body)).size).toBe(
    SAMPLE_KINDS.length,
  );
  for (const { prompts } of species) expect(new Set(prompts).size).toBe(prompts.length);
  expect(species[0].prompts).toContain('walks slowly');
});

it('a list of one’s own is checked', () => {
  const fox = { name: 'fox', body: 'quadruped', mesh: 'fox.glb', prompts: ['trots'], seeds: 2 };
  expect(parseSpecies([fox, { name: 'dog' }], 'x.json')).toMatchObject([
    fox,
    { name: 'dog', mesh: null, seeds: 4 },
  ]);
  for (const [bad, what] of [
    [{}, /not a list/],
    [[], /not a list/],
    [[null], /no name at entry 0/],
    [[{ ...fox, body: 'unicorn' }], /body "unicorn" at "fox"/],
    [[{ ...fox, mesh: 3 }], /mesh at "fox"/],
    [[{ ...fox, seeds: 0 }], /seeds/],
    [[{ ...fox, prompts: [1] }], /prompts at "fox"/],
  ] as const) {
    expect(() => parseSpecies(bad, 'x.json')).toThrow(what);
  }
});

it('the report says what a million poses would take and cost', () => {
  const dropped = { static: 1, jump: 0, misfit: 2, intersecting: 0 };
  const fox = {
    name: 'fox',
    videos: 2,
    failed: 1,
    frames: 53,
    poses: 50,
    dropped,
    spread: 0.04,
    secondsPerPose: 0.36,
    cost: 0.5,
  };
  expect(extrapolate([fox], 2)).toMatchObject({ poses: 50, millionHours: 50, millionCost: 10_000 });
  expect(describeReports([fox], 2).join('\n')).toMatch(
    /fox .* 50 .*4\.0 .*0\.36 [\s\S]*1: 2\.1 days, 10: 0\.2 days.*\$10000/,
  );
});
