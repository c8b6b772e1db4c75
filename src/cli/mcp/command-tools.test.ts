import { expect, it } from 'vitest';
import { COMMANDS } from '../commands.js';
import type { Flag } from '../shared/flags.js';
import { findOperands } from '../shared/operands.js';
import { commandName } from '../shared/shell.js';
import { listCommandTools } from './command-tools.js';

const withFlags = COMMANDS.flatMap(({ usage, flags = {} }) =>
  Object.entries(flags).map(([name, flag]) => ({ usage, name, flag })),
);

it('the operands of every command are known: a path that is taken for a word could leave the folder', () => {
  const unknown = COMMANDS.filter((command) => findOperands(command) === undefined).map(commandName);
  expect(unknown).toEqual([]);
});

it('a flag that names a file to write says so', () => {
  const paths = withFlags.filter(({ flag }) => flag.type === 'path');
  const wrong = paths.filter(({ flag }) => /^write /.test(flag.description) !== (flag.written === true));
  expect(wrong.map(({ usage, name }) => `${usage} --${name}`)).toEqual([]);
});

it('a flag that may name a file or a service says so: an assistant could read or ask anything by it', () => {
  const offered = new Set(listCommandTools(COMMANDS).map(({ definition }) => definition.usage));
  const kinds = withFlags.filter(
    ({ usage, flag }) => offered.has(usage) && (flag.type === 'text' || flag.type === 'list'),
  );
  const names = (said: RegExp, known: (flag: Flag) => unknown) =>
    kinds.filter(({ flag }) => said.test(flag.description) && !known(flag)).map(({ name }) => name);
  expect(names(/\.(ply|json|glb|js)\b|^folder|videos of the stage/, ({ fileIn }) => fileIn)).toEqual([]);
  expect(names(/fal:<|comfyui|server,/, ({ forAssistants }) => forAssistants)).toEqual([]);
});

it('every tool has a schema for each of its options', () => {
  for (const { name, definition, inputSchema } of listCommandTools(COMMANDS)) {
    expect(name).toMatch(/^[a-z_]{3,40}$/);
    const offered = Object.entries(definition.flags ?? {}).filter(
      ([, { forAssistants }]) => forAssistants?.length !== 0,
    );
    expect(Object.keys(inputSchema.properties)).toEqual(
      expect.arrayContaining(offered.map(([flag]) => flag)),
    );
  }
});
