/**
 * @file The tiers of tests, one project each: `npm run test:unit`, `test:hostile`, `test:package`, `test:browser`;
 * `npm test` runs all. Files share their worker's modules (`isolate: false`) where no test leaves state behind: loading
 * them anew for each of 250 files took a third of the time.
 */

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { packageAliases } from './studio/package-aliases.js';

/** Files that take longest, started first so that no worker is left with one of them at the end. */
const SLOWEST = [
  'test/batch.test',
  'test/examples.test',
  'test/package/',
  'test/hostile/',
  'rig/find/find-skeleton.test',
  'physics/physics.test',
  'test/browser/',
];

/** Needs PyTorch, which is large: a project only where it is asked for. */
const SCORE_SERVER = 'lab/score-server/*.test.ts';

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOWEST.findIndex((part) => moduleId.includes(part));
      return at < 0 ? SLOWEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'lab/**/*.test.ts'],
          exclude: [SCORE_SERVER],
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { alias: packageAliases() },
        test: { name: 'studio-unit', include: ['studio/src/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts', 'test/repro/*.test.ts', 'test/read-once/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/*.test.ts', 'test/package/**/*.test.ts', 'test/golden/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/support/unpack-chromium.ts',
        },
      },
      {
        extends: true,
        // They measure how long the page is busy: alone, after all others.
        test: {
          name: 'studio',
          include: ['test/studio/**/*.test.ts'],
          globalSetup: 'test/support/unpack-chromium.ts',
          sequence: { groupOrder: 1 },
        },
      },
      ...(process.env.POSESPACE_SCORE_SERVER_TEST
        ? [{ extends: true as const, test: { name: 'score-server', include: [SCORE_SERVER] } }]
        : []),
    ],
  },
});
