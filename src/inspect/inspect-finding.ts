/**
 * @file Builds findings, so that every one has figures, elements and a fix.
 */

import type { Finding, Severity } from '../base/finding.js';

/** Elements listed in a finding, at most; `count` has the full number. */
const ELEMENT_LIMIT = 200;

/** A finding about counted elements. */
export function elementFinding(
  severity: Severity,
  code: string,
  kind: NonNullable<Finding['kind']>,
  elements: ArrayLike<number>,
  message: string,
  fix: string,
): Finding {
  const listed = Array.from({ length: Math.min(elements.length, ELEMENT_LIMIT) }, (_, i) => elements[i]);
  return { code, severity, message, fix, kind, elements: listed, count: elements.length };
}

/** "1 vertex", "12 vertices": a count with its noun. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** "is" or "are", "has" or "have": a verb that fits a count. */
export const verb = (count: number, singular: string, plural: string): string =>
  count === 1 ? singular : plural;

/** A length or ratio with three significant digits, without an exponent where it reads well. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 1e-4 || size >= 1e7) return value.toExponential(2);
  return size >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** A share of a whole in per cent. */
export const percent = (part: number, whole: number): string =>
  `${figure(whole > 0 ? (100 * part) / whole : 0)} %`;
