/** @file The clips of the model, and the one in the making above them. */

import { type Clip, clipDuration } from 'posespace/motion';
import { useState } from 'react';
import { IconButton } from '../../controls/IconButton.js';
import { CopyIcon, EditIcon, PlusIcon, TrashIcon } from '../../controls/icons.js';
import { ListRow } from '../../controls/ListRow.js';
import { Section } from '../../controls/Section.js';
import { chooseClip } from '../../state/actions/motion.js';
import { deleteClip, duplicateClip, renameClip } from '../../state/actions/motion-clips.js';
import { documentOf, useStudio } from '../../state/store.js';
import { useTrack } from './use-track.js';

export function ClipList() {
  const clips = useStudio((state) => documentOf(state)?.model.clips) ?? [];
  const sketch = useStudio((state) => documentOf(state)?.sketch);
  const chosen = useStudio(({ view }) => view.motion.clip);
  const inSketch = useTrack()?.clip === undefined;
  const keyCount = sketch?.keys.length ?? 0;
  return (
    <Section title="Clips">
      <ul className="list motion-clips">
        <ListRow
          title={`New clip: ${sketch?.name}`}
          icon={<PlusIcon />}
          detail={keyCount === 1 ? '1 key' : `${keyCount} keys`}
          selected={inSketch}
          onClick={() => chooseClip('sketch')}
        />
        {clips.map((clip, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: clips are known by their place
          <ClipRow key={i} clip={clip} index={i} selected={!inSketch && chosen === i} />
        ))}
      </ul>
      {clips.length === 0 && <p className="hint">No clips yet. Make one of key poses.</p>}
    </Section>
  );
}

function ClipRow({
  clip,
  index,
  selected,
}: {
  readonly clip: Clip;
  readonly index: number;
  readonly selected: boolean;
}) {
  const [naming, setNaming] = useState(false);
  const name = clip.name || `Clip ${index + 1}`;
  if (naming)
    return (
      <ClipNameField
        name={name}
        onName={(next) => {
          setNaming(false);
          if (next && next !== clip.name) renameClip(index, next);
        }}
      />
    );
  return (
    <ListRow
      title={name}
      detail={`${clipDuration(clip).toFixed(2)} s`}
      selected={selected}
      onClick={() => chooseClip(index)}
      onDoubleClick={() => setNaming(true)}
      actions={
        selected && (
          <>
            <IconButton label={`Rename ${name}`} icon={<EditIcon />} onClick={() => setNaming(true)} />
            <IconButton
              label={`Duplicate ${name}`}
              icon={<CopyIcon />}
              onClick={() => duplicateClip(index)}
            />
            <IconButton label={`Delete ${name}`} icon={<TrashIcon />} onClick={() => deleteClip(index)} />
          </>
        )
      }
    />
  );
}

/** A name that is typed; nothing on Escape. */
function ClipNameField({
  name,
  onName,
}: {
  readonly name: string;
  readonly onName: (name: string | null) => void;
}) {
  return (
    <li className="list-row">
      <input
        className="input motion-name"
        aria-label={`New name of ${name}`}
        defaultValue={name}
        // biome-ignore lint/a11y/noAutofocus: it was asked for
        autoFocus
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => onName(event.target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') onName(null);
        }}
      />
    </li>
  );
}
