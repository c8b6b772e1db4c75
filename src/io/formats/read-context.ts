/**
 * @file The context of a reader: name, limits, findings, and access to the files beside the one that is read.
 */

import type { Finding } from '../../base/finding.js';
import { checkByteLimit, type ReadLimits } from '../limits.js';
import type { Budget } from '../read-budget.js';

export interface ReadContext {
  /** The file's name, for naming nodes that have none; no path. */
  readonly name: string;
  /** Reads a file beside this one. Rejects if there is none. */
  readonly resolve: (relativePath: string) => Promise<Uint8Array>;
  readonly limits: ReadLimits;
  /** What is made of the file is charged here first. */
  readonly budget: Budget;
  /** Paths with `..` may be asked of `resolve`, which guards them. */
  readonly parentPaths?: boolean;
  /** Findings are added here. */
  readonly findings: Finding[];
}

/** The file's name without its extension. */
export const stemOf = (context: ReadContext): string =>
  context.name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '') || 'model';

/**
 * The bytes of a file that the document names, or undefined and a finding. Authoring tools write the paths of
 * the machine they ran on, so a path that is absolute or leaves the folder is tried as a bare file name: nothing
 * outside of the folder is ever read.
 */
export async function resolveBeside(context: ReadContext, path: string): Promise<Uint8Array | undefined> {
  const tidy = path
    .replaceAll('\0', '')
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '');
  const parts = tidy.split('/');
  const leaves =
    /^([a-z][a-z0-9+.-]*:|\/)/i.test(tidy) || (parts.includes('..') && context.parentPaths !== true);
  const name = leaves ? parts[parts.length - 1].replace(/^.*:/, '') : tidy;
  if (name === '' || name === '.' || name === '..') return undefined;
  try {
    const bytes = await context.resolve(name);
    checkByteLimit(bytes.length, context.limits);
    return bytes;
  } catch (error) {
    context.findings.push({
      code: 'missing-file',
      severity: 'warning',
      message: `"${name.slice(0, 80)}", which the file refers to, could not be read (${messageOf(error)}).`,
      fix: 'Put it beside the file and read again.',
    });
    return undefined;
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 120);
