/**
 * @file Runs what stands between a change and a commit, side by side where one does not need the other:
 *
 *     node scripts/run-steps.mjs check     lint, build, types, layers
 *     node scripts/run-steps.mjs all       these, the API report, the studio's build, then every test
 *
 * A step's output is shown when it fails; the tests' output always.
 */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Name, command, and the steps that must be done before. */
const STEPS = {
  lint: { command: 'npm run --silent lint' },
  house: { command: 'npm run --silent house' },
  build: { command: 'npm run --silent build' },
  types: { command: 'npm run --silent typecheck', after: ['build'] },
  api: { command: 'npm run --silent api:check', after: ['build'] },
  studio: { command: 'npm run --silent -w studio build', after: ['build'] },
  tests: {
    command: 'node node_modules/vitest/vitest.mjs run --maxWorkers=100%',
    after: ['lint', 'house', 'types', 'api', 'studio'],
    shown: true,
  },
};
const LISTS = { check: ['lint', 'house', 'build', 'types'], all: Object.keys(STEPS) };

const list = LISTS[process.argv[2]];
if (!list) {
  process.stderr.write(`usage: node scripts/run-steps.mjs ${Object.keys(LISTS).join('|')}\n`);
  process.exit(2);
}

const running = new Map();
for (const name of list) running.set(name, runStep(name));
try {
  await Promise.all(running.values());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Waits for what comes before, then runs the command; fails with its output. */
async function runStep(name) {
  const { command, after = [], shown } = STEPS[name];
  // Steps are listed in order, so those before are in the map by now.
  await Promise.all(after.map((other) => running.get(other)));
  const start = performance.now();
  const child = spawn(command, {
    cwd: ROOT,
    shell: true,
    stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`${output}\n${name}: ${command} ended with ${status}`);
  process.stdout.write(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}
