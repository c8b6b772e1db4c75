import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { createModel } from '../../io/gltf/create-model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { createBox } from '../../mesh/primitives.js';
import { arms, legs } from '../../rig/anatomy/views.js';
import { readDirection, readLimbNumbers } from './body-flags.js';

let folder: string;
const at = (name: string) => join(folder, name);
const json = async (...argv: string[]) => {
  const { code, stdout, stderr } = await runPosespace([...argv, '--json']);
  expect(stderr).toBe('');
  return { code, ...JSON.parse(stdout) };
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-body-'));
  await writeModelFile(at('dog.glb'), sampleCreature('dog').model);
  await writeModelFile(at('box.glb'), createModel({ name: 'box', mesh: createBox([1, 1, 1], [0, 0.5, 0]) }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('numbers of limbs', () => {
  it.each([
    ['legs=0 arms=2 wings=2', { legs: 0, arms: 2, wings: 2 }],
    ['legs=4', { legs: 4 }],
    [' Legs:2,  arms=2 ', { legs: 2, arms: 2 }],
  ])('%s', (text, numbers) => {
    expect(readLimbNumbers(text)).toEqual(numbers);
  });

  it.each(['', 'legs', 'legs=-1', 'legs=2.5', 'heads=2', 'legs=99', 'legs=1e1', '__proto__=1'])(
    '%j is bad usage',
    (text) => {
      expect(() => readLimbNumbers(text)).toThrow(/--limbs must be numbers of legs, arms and wings/);
    },
  );
});

it('directions are axes or three numbers', () => {
  expect(readDirection('--forward', '-x')).toEqual([-1, 0, 0]);
  expect(readDirection('--forward', '0,0,2')).toEqual([0, 0, 2]);
  for (const text of ['', 'w', '0,0,0', '1,2', '1,2,3,4', 'NaN,0,0'])
    expect(() => readDirection('--forward', text)).toThrow(/--forward must be an axis/);
});

describe('what is said of a body', () => {
  it('is kept in the file, and holds in the next command', async () => {
    const said = await json('rig', at('dog.glb'), '--limbs', 'legs=2 arms=2', '-o', at('said.glb'));
    expect(said.body).toMatchObject({ kind: 'biped', legs: 2, arms: 2, level: 'certain' });
    expect(await json('inspect', at('said.glb'))).toMatchObject({ body: { kind: 'biped', arms: 2 } });
    const { motions } = await json('animate', 'generate', at('said.glb'), '--list');
    expect(motions.map(({ name }: { name: string }) => name)).toContain('wave');
    // The report of a command says it, too, without a file in between.
    expect((await json('inspect', at('dog.glb'), '--body', 'biped')).body.kind).toBe('biped');
  });

  it('names joints, one label after the other', async () => {
    await json(
      ...['rig', at('dog.glb'), '--label', 'leftFrontFoot=leftHand', '--label', 'tail3=other'],
      ...['-o', at('labelled.glb')],
    );
    const { anatomy, skeleton } = await readModelFile(at('labelled.glb'));
    expect([legs(anatomy!).length, arms(anatomy!).length]).toEqual([2, 2]);
    expect(anatomy!.from).toBe('user');
    expect(arms(anatomy!)[0].map((j) => skeleton!.names[j])).toContain('leftFrontFoot');
    expect(anatomy!.confidence[skeleton!.names.indexOf('leftFrontFoot')]).toBe(1);
  });

  it.each([
    [['--label', 'nobody=leg'], /there is no joint "nobody"/],
    [['--label', 'tail3=wheel'], /"wheel" is no part of a body/],
    [['--label', 'tail3'], /--label must be a joint and what it is/],
    [['--limbs', 'legs=8'], /8 legs were said, and only/],
    [['--body', 'teapot'], /--body must be one of/],
    [['--forward', '+y'], /cannot face up/],
  ] as const)('%j is refused with the reason, and nothing is written', async (flags, message) => {
    const { code, stderr } = await runPosespace(['rig', at('dog.glb'), ...flags, '-o', at('none.glb')]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(message);
    await expect(readModelFile(at('none.glb'))).rejects.toThrow();
  });

  it('of a mesh that has no joints yet cannot name them', async () => {
    const { code, stderr } = await runPosespace(['rig', at('box.glb'), '--label', 'a=leg']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/labels are for the joints of a rig/)]);
  });
});

describe('a body that is required', () => {
  it('ends with 1 where there is none, or none that is sure', async () => {
    const rig = await runPosespace(['rig', at('box.glb'), '--require-body', '-o', at('box-rigged.glb')]);
    expect(rig.code).toBe(1);
    expect(rig.stderr).toMatch(/say which body it is/);
    await expect(readModelFile(at('box-rigged.glb'))).rejects.toThrow();
  });

  it('is there where it is sure', async () => {
    for (const level of ['certain', 'likely', 'unsure'])
      expect((await runPosespace(['inspect', at('dog.glb'), '--require-body', level])).code).toBe(0);
  });
});
