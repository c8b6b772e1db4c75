/** @file Findings as lines for people. */

import type { Finding } from '../../base/report.js';

export function describeFindings(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ severity, message, fix }) => [
    `${severity}: ${message}`,
    ...(fix ? [`  → ${fix}`] : []),
  ]);
}
