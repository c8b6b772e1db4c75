/**
 * @file What the operands of a command are: files that it reads, files that it writes, or words. The usage line has
 * their names; this table has their meaning, so that other interfaces know which of them are paths.
 */

import type { CommandDefinition } from './shell.js';

export type OperandKind = 'read' | 'written' | 'word';

export interface Operand {
  readonly name: string;
  readonly kind: OperandKind;
  readonly required: boolean;
}

const KINDS: Readonly<Record<string, OperandKind>> = {
  input: 'read',
  file: 'read',
  source: 'read',
  target: 'read',
  output: 'written',
  name: 'word',
  run: 'word',
};

/** The operands of a command; undefined where one of them is not in the table. */
export function findOperands({ usage }: Pick<CommandDefinition, 'usage'>): readonly Operand[] | undefined {
  const operands = [...usage.matchAll(/([<[])([\w-]+)[>\]]/g)].map(([, bracket, name]) => ({
    name,
    kind: KINDS[name],
    required: bracket === '<',
  }));
  return operands.every(({ kind }) => kind !== undefined) ? operands : undefined;
}
