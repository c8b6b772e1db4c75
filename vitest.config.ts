import { defineConfig } from 'vitest/config';
import { packageAliases } from './studio/package-aliases.js';

/** The studio's tests measure how long the page is busy: they run alone, after all others. */
const STUDIO = 'test/studio/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'package',
          include: ['src/**/*.test.ts', 'lab/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [STUDIO],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        resolve: { alias: packageAliases() },
        test: { name: 'studio rooms', include: ['studio/src/**/*.test.ts'], sequence: { groupOrder: 0 } },
      },
      { extends: true, test: { name: 'studio', include: [STUDIO], sequence: { groupOrder: 1 } } },
    ],
  },
});
