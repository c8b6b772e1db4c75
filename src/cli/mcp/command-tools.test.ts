import { expect, it } from 'vitest';
import { COMMANDS } from '../commands.js';
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

it('every tool has a schema for each of its options', () => {
  for (const { name, definition, inputSchema } of listCommandTools(COMMANDS)) {
    expect(name).toMatch(/^[a-z_]{3,40}$/);
    expect(Object.keys(inputSchema.properties)).toEqual(
      expect.arrayContaining(Object.keys(definition.flags ?? {})),
    );
  }
});
