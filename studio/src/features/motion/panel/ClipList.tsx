/** @file The clips of the model, with the new clip above them. */

import { type Clip, clipDuration } from 'posespace/motion';
import { useState } from 'react';
import { IconButton } from '../../../controls/IconButton.js';
import { CopyIcon, EditIcon, PlusIcon, TrashIcon } from '../../../controls/icons.js';
import { ListRow } from '../../../controls/ListRow.js';
import { Section } from '../../../controls/Section.js';
import type { Sketch } from '../../../store/document.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { clipLabel, deleteClip, duplicateClip, renameClip } from '../actions/motion-clips.js';
import { openDraft, startSketch } from '../actions/motion-sketch.js';
import { useTrack } from '../actions/motion-track.js';
import { chooseClip } from '../actions/playback.js';

const NO_DRAFTS: readonly Sketch[] = [];

export function ClipList() {
  const clips = useStudio((state) => documentOf(state)?.model.clips) ?? [];
  const sketch = useStudio((state) => documentOf(state)?.sketch);
  const chosen = useStudio(({ view }) => view.motion.clip);
  const inSketch = useTrack()?.clip === undefined;
  const [naming, setNaming] = useState(-1);
  const drafts = useStudio((state) => documentOf(state)?.drafts) ?? NO_DRAFTS;
  const keyCount = sketch?.keys.length ?? 0;
  return (
    <Section
      title="Clips"
      actions={
        <>
          {!inSketch && typeof chosen === 'number' && <ClipActions index={chosen} onRename={setNaming} />}
          <IconButton
            label="New clip"
            title="New clip from keyframes"
            icon={<PlusIcon />}
            onClick={startSketch}
          />
        </>
      }
    >
      <ul className="list motion-clips">
        <ListRow
          title={`New clip: ${sketch?.name}`}
          icon={<EditIcon />}
          detail={keyText(keyCount)}
          selected={inSketch}
          onClick={() => chooseClip('sketch')}
        />
        {drafts.map((draft, i) => (
          <ListRow
            key={draft.name}
            title={`New clip: ${draft.name}`}
            icon={<EditIcon />}
            detail={keyText(draft.keys.length)}
            onClick={() => openDraft(i)}
          />
        ))}
        {clips.map((clip, i) => (
          <ClipRow
            // biome-ignore lint/suspicious/noArrayIndexKey: clips are identified by index
            key={i}
            clip={clip}
            index={i}
            selected={!inSketch && chosen === i}
            naming={naming === i}
            onNaming={(on) => setNaming(on ? i : -1)}
          />
        ))}
      </ul>
      {clips.length === 0 && (
        <p className="hint">No clips yet. Add a motion, or create one from keyframes.</p>
      )}
    </Section>
  );
}

const keyText = (count: number): string => (count === 1 ? '1 keyframe' : `${count} keyframes`);

/** Actions on the selected clip. */
function ClipActions({
  index,
  onRename,
}: {
  readonly index: number;
  readonly onRename: (index: number) => void;
}) {
  return (
    <>
      <IconButton label="Rename clip" icon={<EditIcon />} onClick={() => onRename(index)} />
      <IconButton label="Duplicate clip" icon={<CopyIcon />} onClick={() => duplicateClip(index)} />
      <IconButton label="Delete clip" icon={<TrashIcon />} onClick={() => deleteClip(index)} />
    </>
  );
}

function ClipRow({
  clip,
  index,
  selected,
  naming,
  onNaming,
}: {
  readonly clip: Clip;
  readonly index: number;
  readonly selected: boolean;
  readonly naming: boolean;
  readonly onNaming: (on: boolean) => void;
}) {
  if (naming)
    return (
      <ClipNameField
        name={clip.name}
        onName={(next) => {
          onNaming(false);
          if (next && next !== clip.name) renameClip(index, next);
        }}
      />
    );
  return (
    <ListRow
      title={clip.name}
      detail={`${clipDuration(clip).toFixed(2)} s`}
      selected={selected}
      onClick={() => chooseClip(index)}
      onDoubleClick={() => onNaming(true)}
    >
      {clipLabel(clip, index)}
    </ListRow>
  );
}

/** A name field; Escape cancels. */
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
        // biome-ignore lint/a11y/noAutofocus: opened by the user to type a name
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
