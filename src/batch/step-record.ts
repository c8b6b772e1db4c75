/**
 * @file The records of batch work. A step is one command on one input. Its key is the hash of everything that its result
 * depends on, key = SHA-256(command, version, options, names and hashes of the input files): what has been made under a key is
 * never made again, on any machine.
 */

import { createHash } from 'node:crypto';

/** A file that a step reads. */
export interface StepFile {
  /** Where the command finds it: `input/wolf.obj`. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Where it lies on this machine; without it the storage has it. */
  readonly path?: string;
}

/**
 * A place in the arguments of a step where a path belongs: that of an input, maybe after other text as in
 * `comfyui:graph.json`, or of a file to write.
 */
export type PathSlot = { readonly read: string; readonly before?: string } | { readonly write: string };

/** An argument of a step: as typed, or a path that the worker fills in. */
export type StepArgument = string | number | boolean | readonly (string | PathSlot)[] | PathSlot;

export interface Step {
  readonly command: string;
  readonly version: string;
  readonly operands: readonly StepArgument[];
  readonly flags: Readonly<Record<string, StepArgument>>;
  readonly files: readonly StepFile[];
}

/** A step in the queue. */
export interface Job {
  readonly key: string;
  /** What people call it: the input's path. */
  readonly name: string;
  readonly step: Step;
  /** The command line that does the same to the one file. */
  readonly reproduce: string;
  /** Of the run that queued it. */
  readonly budget?: RunBudget;
}

/** Most that the jobs of a run may cost together; what they cost in earlier runs counts. */
export interface RunBudget {
  /** The run's id. */
  readonly id: string;
  readonly dollars: number;
}

/** A file that a step made; its bytes are in the storage under its hash. */
export interface Artefact {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What a step came to; in the storage under its key. */
export interface StepResult {
  readonly key: string;
  readonly command: string;
  readonly version: string;
  /** False where the command ended with 1: a report with errors. */
  readonly ok: boolean;
  readonly files: readonly Artefact[];
  readonly data: object;
  readonly text: string;
  readonly seconds: number;
}

/** One submission. */
export interface Run {
  readonly id: string;
  /** ISO date. */
  readonly created: string;
  /** The command line. */
  readonly line: string;
  readonly version: string;
  readonly seed: number;
  readonly jobs: readonly RunJob[];
}

export interface RunJob {
  readonly key: string;
  readonly name: string;
  /** Where the files of the result go, by their names in the result. */
  readonly outputs: Readonly<Record<string, string>>;
}

export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The key of a step: where its files lie on this machine does not matter. */
export function keyOfStep({ files, ...step }: Step): string {
  const contents = files.map(({ name, sha256 }) => ({ name, sha256 }));
  return hashBytes(new TextEncoder().encode(canonicalJson({ ...step, files: contents })));
}

/** JSON with the keys of objects in order and without what is undefined. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalJson(entry)}`).join(',')}}`;
}

export const blobKey = (sha256: string): string => `sha256/${sha256.slice(0, 2)}/${sha256}`;
export const resultKey = (key: string): string => `results/${key.slice(0, 2)}/${key}.json`;
export const runKey = (id: string): string => `runs/${id}.json`;
export const manifestKey = (id: string): string => `manifests/${id}.json`;
