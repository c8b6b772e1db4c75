/** @file The pose library as thumbnails. */

import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { PlusIcon, TrashIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import type { LibraryPose } from '../../../store/document.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { applyLibraryPose, deletePose, renamePose, savePose } from '../actions/pose-library.js';
import { PoseCardButton } from './PoseThumb.js';

const EMPTY: readonly LibraryPose[] = [];
export function LibrarySection() {
  const library = useStudio((state) => documentOf(state)?.library ?? EMPTY);
  return (
    <Section
      title="Pose library"
      actions={
        <Button kind="quiet" icon={<PlusIcon />} onClick={() => savePose()}>
          Save pose
        </Button>
      }
    >
      {library.length === 0 ? (
        <p className="hint">Saved poses appear here and are stored with the document.</p>
      ) : (
        <ul className="pose-grid" aria-label="Saved poses">
          {library.map((saved) => (
            <PoseCard key={saved.id} saved={saved} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function PoseCard({ saved }: { readonly saved: LibraryPose }) {
  const { id, name, pose } = saved;
  const [draft, setDraft] = useState<string | null>(null);
  const rename = () => {
    if (draft?.trim()) renamePose(id, draft.trim());
    setDraft(null);
  };
  return (
    <li className="pose-card">
      <PoseCardButton pose={pose} name={name} onApply={() => applyLibraryPose(saved)} />
      <input
        className="pose-name"
        aria-label={`Name of ${name}`}
        value={draft ?? name}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      <IconButton label={`Delete ${name}`} icon={<TrashIcon />} onClick={() => deletePose(id)} />
    </li>
  );
}
