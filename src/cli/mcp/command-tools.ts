/**
 * @file Commands as tools of an assistant. Names, descriptions and the JSON Schema of their arguments come from the same
 * records as the help of the command line.
 */

import type { Flag } from '../shared/flags.js';
import { findOperands, type Operand } from '../shared/operands.js';
import { type CommandDefinition, commandName } from '../shared/shell.js';

/** A command that an assistant may call. */
export interface CommandTool {
  /** `pose_sample` of `pose sample`. */
  readonly name: string;
  readonly definition: CommandDefinition;
  readonly operands: readonly Operand[];
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** Commands that go on until they are ended, are for people in front of a terminal, or ask services. */
const LEFT_OUT = /^(studio|demo|mcp|worker|batch|video (creature|reconstruct|prompts|models|jobs))\b/;

/** The tools that some commands make. */
export const listCommandTools = (commands: readonly CommandDefinition[]): CommandTool[] =>
  commands.flatMap((definition) => {
    const operands = findOperands(definition);
    const name = commandName(definition);
    if (LEFT_OUT.test(name) || !operands) return [];
    return {
      name: name.replace(/[ -]/g, '_'),
      definition,
      operands,
      description: describeCommand(definition),
      inputSchema: schemaOf(definition, operands),
    };
  });

function describeCommand({ summary, output, examples }: CommandDefinition): string {
  const lines = examples.map(([line, meaning]) => `${line}: ${meaning}`);
  return [`${summary}.`, ...(output ? [`Writes ${output}.`] : []), 'On the command line:', ...lines].join(
    '\n',
  );
}

function schemaOf({ flags = {}, output }: CommandDefinition, operands: readonly Operand[]): ObjectSchema {
  const properties: Record<string, object> = {};
  for (const { name, kind } of operands) properties[name] = { type: 'string', description: OPERANDS[kind] };
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.forAssistants?.length !== 0) properties[name] = schemaOfFlag(flag);
  }
  if (output) properties.output = { type: 'string', description: output };
  properties.seed = { type: 'integer', description: 'seed of everything random', default: 0 };
  const needed = Object.entries(flags).flatMap(([name, flag]) => (flag.required ? [name] : []));
  const required = operands.flatMap((operand) => (operand.required ? [operand.name] : []));
  return { type: 'object', properties, required: [...required, ...needed], additionalProperties: false };
}

const OPERANDS = {
  read: 'a file in one of the folders that the user named',
  written: 'the file to write; its extension is the format',
  word: 'its name',
};

function schemaOfFlag({ type, description, forAssistants, default: usual, min, max, ...rest }: Flag): object {
  const choices = forAssistants ?? rest.choices;
  const shape =
    type === 'toggle'
      ? { type: 'boolean' }
      : type === 'integer' || type === 'number'
        ? { type, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) }
        : type === 'list' || type === 'texts'
          ? { type: 'array', items: { type: 'string', ...(choices && { enum: choices }) } }
          : { type: 'string', ...(choices && { enum: choices }) };
  // The help of a toggle that is on by default says what switching it off does.
  const said = type === 'toggle' && usual === true ? `false: ${description}` : description;
  return { ...shape, description: said, ...(usual !== undefined && { default: usual }) };
}
