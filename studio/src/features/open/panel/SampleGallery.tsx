/** @file Sample creatures with a thumbnail each. */

import { SAMPLES, type SampleName } from 'posespace/io';
import { Section } from '../../../controls/Section.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { openSample } from '../actions/start-studio.js';

export function SampleGallery() {
  const shown = useStudio((state) => documentOf(state)?.model.name ?? '');
  return (
    <Section title="Sample creatures">
      <ul className="gallery">
        {(Object.keys(SAMPLES) as SampleName[]).map((name) => (
          <GalleryCard key={name} name={name} isShown={name === shown} />
        ))}
      </ul>
    </Section>
  );
}

function GalleryCard({ name, isShown }: { readonly name: SampleName; readonly isShown: boolean }) {
  const label = `${name[0].toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  return (
    <li className={isShown ? 'gallery-card shown' : 'gallery-card'}>
      <button
        type="button"
        className="gallery-open"
        aria-label={`Open ${label}`}
        aria-pressed={isShown}
        onClick={() => void openSample(name)}
      >
        <img src={`samples/${name}.png`} alt="" width={96} height={72} loading="lazy" draggable={false} />
        <span>{label}</span>
      </button>
    </li>
  );
}
