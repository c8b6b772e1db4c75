/** @file Ground contacts on the timeline: a row per foot, a bar per contact. */

import type { ContactSpan, ContactTrack } from 'posespace/motion';
import { memo } from 'react';
import { endLabel } from '../../../store/limbs.js';
import { documentOf, useStudio } from '../../../store/store.js';
import type { Track } from '../actions/motion-track.js';
import { type TimeScale, toX } from './time-scale.js';

/** Height of all rows together and largest height of one, pixels. */
const LANE_HEIGHT = 52;
const MOST_ROW_HEIGHT = 13;
/** Smallest height of a row with a name. */
const NAMED = 9;

export function ContactLane({ scale, track }: { readonly scale: TimeScale; readonly track: Track }) {
  const shown = useStudio(({ view }) => view.motion.showContacts);
  const contacts = useStudio(({ view }) => view.motion.contacts);
  if (!shown || !(track.duration > 0)) return <div className="tl-contacts" />;
  if (!contacts)
    return (
      <div className="tl-contacts">
        <p className="tl-hint">Detecting ground contacts…</p>
      </div>
    );
  if (contacts.tracks.length === 0)
    return (
      <div className="tl-contacts">
        <p className="tl-hint">No ground contacts.</p>
      </div>
    );
  return <ContactRows scale={scale} track={track} tracks={contacts.tracks} loop={contacts.loop} />;
}

const ContactRows = memo(function ContactRows({
  scale,
  track: { start, duration },
  tracks,
  loop,
}: {
  readonly scale: TimeScale;
  readonly track: Track;
  readonly tracks: readonly ContactTrack[];
  readonly loop: boolean;
}) {
  const height = Math.min(MOST_ROW_HEIGHT, LANE_HEIGHT / tracks.length);
  const document = useStudio(documentOf);
  return (
    <div className="tl-contacts">
      {tracks.map(({ joint, name, spans }, i) => (
        <div key={joint} className="tl-contact-row" style={{ height, top: i * height }}>
          {height >= NAMED ? (
            <span className="tl-row-name" title={name} style={{ fontSize: Math.min(11, height - 1) }}>
              {document ? endLabel(document.model, joint) : name}
            </span>
          ) : (
            i === 0 && <span className="tl-row-name">{tracks.length} contacts</span>
          )}
          <div className="tl-bars">
            {spans
              .flatMap((span) => wrap(span, start, duration, loop))
              .map(({ start: from, end: to }) => (
                <span
                  key={`${from} ${to}`}
                  className="tl-contact"
                  style={{ left: toX(scale, from), width: Math.max(2, toX(scale, to) - toX(scale, from)) }}
                />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
});

/** A span relative to the start of the clip, split in two where it runs over the end of a loop. */
function wrap({ start, end }: ContactSpan, first: number, duration: number, loop: boolean): ContactSpan[] {
  const [from, to] = [start - first, end - first];
  if (!(to > duration)) return [{ start: from, end: to }];
  const rest = { start: 0, end: Math.min(to - duration, from) };
  return [{ start: from, end: duration }, ...(loop && rest.end > 0 ? [rest] : [])];
}
