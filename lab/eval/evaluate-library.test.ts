import { expect, it } from 'vitest';
import { createCreature } from '../creatures/create-creature.js';
import { type LibraryRow, measureLibrary, summarizeLibrary } from './evaluate-library.js';

it('measures the motions of a creature', async () => {
  const { rig, limits } = createCreature('biped', { seed: 1, resolution: 0.7 });
  const { rows, failed } = await measureLibrary({ file: 'biped', rig, limits }, { motions: ['walk'] });
  expect(failed).toEqual([]);
  const [{ motion, plan, legs, skate, penetration, seam, jointSpeed, outsideLimits }] = rows;
  expect([motion, plan, legs]).toEqual(['walk', 'biped', 2]);
  expect(skate).toBeLessThan(0.02);
  expect(penetration).toBeLessThan(0.2);
  expect(jointSpeed).toBeGreaterThan(5);
  expect(seam).toBeLessThan(2);
  expect(outsideLimits).toBeLessThanOrEqual(1);
});

it('counts clean walks and what failed', () => {
  const row = (skate: number, jointSpeed: number): LibraryRow => ({
    ...{ file: `${skate}`, motion: 'walk', plan: 'biped', legs: 2, joints: 20, duration: 1, loop: true },
    ...{ speed: 1, skate, penetration: 0, jointSpeed, seconds: 0.1 },
  });
  const failed = [{ file: 'c', motion: 'run', error: 'no' }];
  const { rigs, motions, generated, walks, median, worst } = summarizeLibrary([
    { rows: [row(0.01, 12), row(0.03, 25)], failed },
  ]);
  expect([rigs, motions, generated]).toEqual([2, 3, 2]);
  expect(walks).toEqual({ all: 2, clean: 1, smooth: 1, tracked: null, held: null });
  expect([median.skate, worst.skate]).toEqual([0.02, 0.03]);
});
