/** @file Sample creatures with a thumbnail each; a button opens another variation of the same kind. */

import type { CreatureKind } from 'posespace/creatures';
import { IconButton } from '../../../controls/IconButton.js';
import { DiceIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { openSample } from '../actions/start-studio.js';

/** Labels of the kinds; listed here so that the page need not load the creatures. */
const KINDS: Readonly<Record<CreatureKind, string>> = {
  quadruped: 'Quadruped',
  raptor: 'Raptor',
  dragon: 'Dragon',
  bird: 'Bird',
  bat: 'Bat',
  biped: 'Biped',
  octopus: 'Octopus',
  lizard: 'Lizard',
  frog: 'Frog',
  spider: 'Spider',
  insect: 'Insect',
  fish: 'Fish',
  snake: 'Snake',
};

export function SampleGallery() {
  const name = useStudio((state) => documentOf(state)?.model.name ?? '');
  return (
    <Section title="Sample creatures">
      <ul className="gallery">
        {(Object.keys(KINDS) as CreatureKind[]).map((kind) => (
          <GalleryCard key={kind} kind={kind} shown={name} />
        ))}
      </ul>
    </Section>
  );
}

function GalleryCard({ kind, shown }: { readonly kind: CreatureKind; readonly shown: string }) {
  const label = KINDS[kind];
  // Creatures are named by kind and seed.
  const seed = shown.startsWith(`${kind}-`) ? Number(shown.slice(kind.length + 1)) : Number.NaN;
  const isShown = Number.isInteger(seed);
  return (
    <li className={isShown ? 'gallery-card shown' : 'gallery-card'}>
      <button
        type="button"
        className="gallery-open"
        aria-label={`Open ${label}`}
        aria-pressed={isShown}
        onClick={() => void openSample(kind)}
      >
        <img src={`creatures/${kind}.png`} alt="" width={96} height={72} loading="lazy" draggable={false} />
        <span>{label}</span>
      </button>
      <IconButton
        label={`Another ${label.toLowerCase()}`}
        title={`Another ${label.toLowerCase()}, with other proportions and colours`}
        icon={<DiceIcon />}
        onClick={() => void openSample(kind, isShown ? seed + 1 : 1)}
      />
    </li>
  );
}
