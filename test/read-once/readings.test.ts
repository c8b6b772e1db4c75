import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeModelFile } from '../../src/io/node.js';
import { readAnatomy } from '../../src/rig/reading/read-anatomy.js';
import type { PartialRig, Pose } from '../../src/rig/rig-records.js';
import { withAnatomy } from '../../src/verbs/with-anatomy.js';
import { sampleCreature } from '../support/creatures.js';
import { runPosespace } from '../support/fake-terminal.js';

// Every reading of a body goes through here, so that a command that reads one twice is seen.
vi.mock('../../src/rig/reading/read-anatomy.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/rig/reading/read-anatomy.js')>();
  const counted = vi.fn(original.readAnatomy);
  return {
    ...original,
    readAnatomy: counted,
    anatomyOf: (rig: PartialRig, poses: readonly Pose[] = []) =>
      rig.anatomy ?? counted(rig, { poses }).anatomy,
  };
});

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-readings-'));
  const { anatomy: _, ...model } = sampleCreature('person').model;
  await writeModelFile(at('bare.glb'), model);
  await writeModelFile(at('known.glb'), withAnatomy(model));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  vi.mocked(readAnatomy).mockClear();
});

/** Commands with one file; `FILE` is its name. */
const COMMANDS = [
  'inspect FILE',
  'inspect FILE --body biped --require-body certain',
  'rig FILE -o out.glb',
  'rig FILE --names unity -o out.glb',
  'rig FILE --weights -o out.glb',
  'rig FILE --limbs legs=2 --sheet out.png -o out.glb',
  'convert FILE out.vrm',
  'convert FILE out.glb',
  'render FILE --clip all --view side -o out.png',
  'render FILE --clip walk --frames 4 --view three-quarter -o out.png',
  'animate generate FILE --motion idle,walk --sheet out.png -o out.glb',
  'animate generate FILE --motion walk --label head=head -o out.glb',
  'animate loop FILE --clip walk --sheet out.png -o out.glb',
  'animate edit FILE --clip walk --speed 2 --sheet out.png -o out.glb',
  'animate foot-skate FILE --clip walk --sheet out.png -o out.glb',
  'pose sample FILE --count 2 --sheet out.png -o out.glb',
  'pose check FILE --clip walk',
  'video stage FILE --action walks -o out.stage',
];

const run = (line: string, file: string) =>
  runPosespace(
    line.split(' ').map((word) => (word === 'FILE' ? at(file) : /^out\./.test(word) ? at(word) : word)),
  );

describe('a body is read at most once', () => {
  it.each(COMMANDS)('%s', async (line) => {
    const { code, stderr } = await run(line, 'bare.glb');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(vi.mocked(readAnatomy).mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('animate retarget: once per file', async () => {
    const words = ['animate', 'retarget', at('bare.glb'), at('known.glb'), '--clip', 'walk'];
    const { code } = await runPosespace([...words, '--sheet', at('out.png'), '-o', at('out.glb')]);
    expect(code).toBe(0);
    expect(vi.mocked(readAnatomy).mock.calls).toHaveLength(1);
  });
});

describe('a file that says what its joints are is not read', () => {
  it.each(COMMANDS)('%s', async (line) => {
    const { code, stderr } = await run(line, 'known.glb');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(vi.mocked(readAnatomy)).not.toHaveBeenCalled();
  });
});
