/**
 * @file What a body is known to be, and whether a reading of it is right (METRICS.md, "Body plans"). A label that is null
 * is not asked, a list means any of these.
 */

import { PosespaceError } from '../../src/base/errors.js';
import type { BodyDescription } from '../../src/rig/body-plan/describe-body.js';
import type { LimbCounts, Whole } from '../../src/rig/learned/role-tokens.js';

type Asked<T> = T | null | readonly T[];

/** The label of one file. */
export interface BodyLabel {
  /** A word; `hand`, `arm` and `head` are parts that come alone and must be named so. */
  readonly kind: string;
  readonly legs: Asked<number>;
  readonly arms: Asked<number>;
  readonly wings: Asked<number>;
  readonly tail: Asked<boolean>;
  /** False for things that are no body. */
  readonly body: boolean;
}

const PARTS: readonly string[] = ['hand', 'arm', 'head'];
const COUNTS = ['legs', 'arms', 'wings', 'tail'] as const;

/** Reads a labels.json: file → label. */
export function parseLabels(json: unknown): Map<string, BodyLabel> {
  const fail = (text: string): never => {
    throw new PosespaceError('bad-input', `eval body: ${text}`);
  };
  if (typeof json !== 'object' || json === null || Array.isArray(json)) fail('labels.json must be an object');
  const labels = new Map<string, BodyLabel>();
  for (const [file, value] of Object.entries(json as object)) {
    if (/^([\\/]|[a-z]:)/i.test(file) || file.split(/[\\/]/).includes('..'))
      fail(`"${file}" is outside of the folder`);
    const { kind, body, ...rest } = (value ?? {}) as Record<string, unknown>;
    if (typeof kind !== 'string' || typeof body !== 'boolean')
      fail(`"${file}" needs a kind and whether it is a body`);
    const counts = COUNTS.map((key) => [key, rest[key] ?? null]);
    labels.set(file, { kind, body, ...Object.fromEntries(counts) } as BodyLabel);
  }
  if (labels.size === 0) fail('labels.json names no file');
  return labels;
}

/**
 * The label of a body whose limbs are known. Tentacles are read as arms; whether an abdomen is a tail and feelers are arms
 * is not asked; of a lone part only its name is.
 */
export function labelOfBody(whole: Whole, kind: string, counts: LimbCounts): BodyLabel {
  const free = { legs: null, arms: null, wings: null, tail: null };
  if (whole !== 'body')
    return { ...free, kind: whole === 'nothing' ? 'none' : whole, body: whole !== 'nothing' };
  const manyLegged = counts.legs > 4 || counts.tentacles > 2;
  return {
    kind,
    legs: counts.legs,
    arms: counts.legs > 4 && counts.arms === 0 ? null : counts.arms + counts.tentacles,
    wings: counts.wings,
    tail: manyLegged ? null : counts.tails > 0,
    body: true,
  };
}

/** What is wrong with a reading, in words; nothing where it is right. */
export function judgeBody(label: BodyLabel, body: BodyDescription): string[] {
  if (!label.body) return body.kind === 'unknown' ? [] : [`${body.kind}, not a body`];
  if (body.kind === 'unknown') return ['unknown'];
  const wrong =
    PARTS.includes(label.kind) && body.kind !== label.kind ? [`${body.kind}, not ${label.kind}`] : [];
  for (const key of COUNTS) {
    const asked = label[key];
    if (asked === null) continue;
    const allowed: readonly (number | boolean)[] = Array.isArray(asked) ? asked : [asked];
    if (!allowed.includes(body[key])) wrong.push(`${key} ${body[key]}, has ${allowed.join(' or ')}`);
  }
  return wrong;
}
