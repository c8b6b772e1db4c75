/** @file What a user hears who has not installed the packages that only batch work needs. */

import { PosespaceError } from '../base/errors.js';

/** Versions that posespace is tested with; package.json names the same. */
const PACKAGES = 'pg-boss@12.30.0 @electric-sql/pglite@0.5.16';

/** Turns a failed import into advice. */
export function missingPackage(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new PosespaceError(
    'unsupported',
    `batch: the job queue is not installed, since most never need it; run npm i ${PACKAGES}`,
  );
}
