/** @file What the open creature can do: a moving thumbnail of it per motion; a click adds the clip. */

import type { Clip } from 'posespace/motion';
import { type CSSProperties, useEffect } from 'react';
import { Section } from '../../../controls/Section.js';
import { documentOf, useStudio } from '../../../store/store.js';
import type { GalleryMotion } from '../../../store/views/motion-view.js';
import { addMotion, motionLabel, watchGallery } from '../actions/motion-library.js';

/** Keys of the places of motions that are still being listed. */
const PLACES: readonly string[] = Array.from({ length: 6 }, (_, i) => `place ${i}`);

export function MotionGallery() {
  const gallery = useStudio(({ view }) => view.motion.gallery);
  const skinned = useStudio((state) => documentOf(state)?.model.skin !== undefined);
  useEffect(watchGallery, []);
  if (!skinned) return <p className="hint">Motions need a rig with a skin: this file has a skeleton only.</p>;
  return (
    <Section title="Add a motion" folds>
      <ul className="motion-gallery" aria-label="Motions of this creature">
        {gallery?.map((one) => <MotionCard key={one.name} entry={one} />) ??
          PLACES.map((place) => (
            <li key={place} className="motion-card" aria-hidden="true">
              <span className="motion-thumb thumb-wait" />
            </li>
          ))}
      </ul>
      {gallery?.length === 0 && <p className="hint">The library has no motion for this body.</p>}
    </Section>
  );
}

function MotionCard({ entry: { name, summary, motion, strip } }: { readonly entry: GalleryMotion }) {
  const label = motionLabel(name);
  return (
    <li className="motion-card">
      <button
        type="button"
        className="motion-card-main"
        aria-label={`Add ${label.toLowerCase()}`}
        title={`${label}: ${summary}`}
        onClick={() => void addMotion(name)}
      >
        {motion && strip ? (
          <span className="motion-thumb">
            <img src={strip.address} alt="" draggable={false} style={pace(motion.clip, strip.count)} />
          </span>
        ) : (
          <span className="motion-thumb thumb-wait" />
        )}
        <span className="motion-card-name">{label}</span>
      </button>
    </li>
  );
}

/** The frames of a strip, one after the other, at the pace of the clip. */
const pace = ({ times }: Clip, count: number): CSSProperties => ({
  width: `${count * 100}%`,
  animationDuration: `${times[times.length - 1] - times[0]}s`,
  animationTimingFunction: `steps(${count})`,
});
