/**
 * @file Edits contacts by hand.
 */

import { PosespaceError } from '../../base/errors.js';
import type { ClipContacts, ContactSpan } from './contact-record.js';

/** A change of contacts. */
export interface ContactEdit {
  /** A joint that has a track, by number or name. */
  readonly joint: number | string;
  /** Seconds of the clip. */
  readonly start: number;
  readonly end: number;
  /** Whether it touches the ground during that time. */
  readonly touches: boolean;
}

/** The contacts with edits applied, one after the other. */
export function editContacts(contacts: ClipContacts, edits: readonly ContactEdit[]): ClipContacts {
  return edits.reduce(applyEdit, contacts);
}

function applyEdit(contacts: ClipContacts, { joint, start, end, touches }: ContactEdit): ClipContacts {
  const at = contacts.tracks.findIndex((track) => track.joint === joint || track.name === joint);
  if (at < 0 || !(end >= start)) {
    const names = contacts.tracks.map(({ name }) => name).join(', ') || 'none';
    throw new PosespaceError(
      'bad-usage',
      `motion/editContacts: ${start} to ${end} s of "${joint}" is not a span of a track; tracks are ${names}`,
    );
  }
  const tracks = contacts.tracks.map((track, i) =>
    i === at ? { ...track, spans: changeSpans(track.spans, start, end, touches) } : track,
  );
  return { ...contacts, tracks };
}

function changeSpans(
  spans: readonly ContactSpan[],
  start: number,
  end: number,
  touches: boolean,
): ContactSpan[] {
  if (!touches) {
    const left = spans.flatMap((span) => [
      { start: span.start, end: Math.min(span.end, start) },
      { start: Math.max(span.start, end), end: span.end },
    ]);
    return left.filter((span) => span.end > span.start);
  }
  let joined = { start, end };
  const apart = spans.filter((span) => {
    if (span.end < joined.start || span.start > joined.end) return true;
    joined = { start: Math.min(span.start, joined.start), end: Math.max(span.end, joined.end) };
    return false;
  });
  return [...apart, joined].sort((a, b) => a.start - b.start);
}
