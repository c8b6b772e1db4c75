/** @file Lines of a command's outcome for people. */

import type { Finding } from '../../base/finding.js';

/** A line per finding, and one for its fix. */
export function describeFindings(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ severity, message, fix }) => [
    `${severity}: ${message}`,
    ...(fix ? [`  → ${fix}`] : []),
  ]);
}

/** How every outcome that writes files ends: findings, files, seconds. */
export const closingLines = (
  findings: readonly Finding[],
  files: readonly string[],
  seconds: number,
): string[] => [
  ...describeFindings(findings),
  ...files.map((file) => `wrote ${file}`),
  `${seconds.toFixed(1)} s`,
];
