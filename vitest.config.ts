import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'studio/src/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
