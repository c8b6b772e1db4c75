/** @file `posespace/eval`: measuring, by fixed definitions. */

export * from './evaluate-io.js';
export * from './inspect.js';
export { formatInspectReport } from './inspect-format.js';
