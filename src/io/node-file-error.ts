/** @file What a file system refuses, in words. */

import { PosespaceError } from '../base/errors.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EIO: 'the disk failed',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  ENAMETOOLONG: 'the name is too long',
};

/** Why a file system refused. */
export const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => REASONS[code] ?? message;

/** The error of reading or writing a path; one that has its words already is left as it is. */
export function fileError(verb: 'read' | 'write', path: string, error: unknown): PosespaceError {
  if (error instanceof PosespaceError) return error;
  return new PosespaceError(
    'file',
    `io/${verb}: cannot ${verb} ${path}: ${reasonOf(error as NodeJS.ErrnoException)}`,
  );
}
