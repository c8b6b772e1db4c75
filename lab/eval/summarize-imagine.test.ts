import { expect, it } from 'vitest';
import type { ImaginedFigures, ImagineOutcome, RealMotion } from './evaluate-imagine.js';
import { summarizeImagine } from './summarize-imagine.js';

const real = (action: 'walk' | 'jump', features: number[]): RealMotion => ({
  action,
  clip: action,
  description: { moves: [], turns: [], period: 0, features, size: { mean: 1, motion: 1 } },
});
const training: ImagineOutcome[] = Array.from({ length: 12 }, (_, i) => ({
  file: `${i}`,
  family: `${i}`,
  real: [real('walk', [1 + i / 50, 0]), real('jump', [-1 - i / 50, 0])],
  rows: [],
}));
const row = (
  family: string,
  imagined: Partial<ImaginedFigures>,
  control: Partial<ImaginedFigures>,
): ImagineOutcome => ({
  file: family,
  family,
  real: [],
  rows: [
    {
      file: family,
      family,
      action: 'walk',
      seed: 0,
      imagined: { features: [1, 0], ...imagined },
      control: { features: [-1, 0], ...control },
      real: { features: [1, 0] },
    },
  ],
});

it('tells actions by what real clips look like, and says by how much the prior is better', () => {
  const outcomes = ['a', 'b', 'c'].map((family, i) =>
    row(family, { moves: 0.6 + i / 100, sides: 0.2 }, { moves: 0.1, sides: 0.9 }),
  );
  const { measures, byAction, families } = summarizeImagine(outcomes, training);
  expect(families).toBe(3);
  expect(byAction.walk).toEqual([3, 1, 0, 1]);
  expect(measures.action).toMatchObject({ imagined: 1, control: 0, better: 1, interval: [1, 1] });
  expect(measures.moves?.better).toBeCloseTo(0.51);
  expect(measures.moves?.interval[0]).toBeGreaterThanOrEqual(0.5);
  expect(measures.sides?.better).toBeCloseTo(0.7);
  expect(measures.period).toBeNull();
});

it('gives an interval that holds zero where nothing is better', () => {
  const outcomes = ['a', 'b', 'c', 'd'].map((family, i) => row(family, { moves: i % 2 }, { moves: 0.5 }));
  const { interval } = summarizeImagine(outcomes, training).measures.moves!;
  expect(interval[0]).toBeLessThan(0);
  expect(interval[1]).toBeGreaterThan(0);
});
