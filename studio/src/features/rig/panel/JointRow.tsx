/** @file A joint in the tree. */

import { renameProblem, reparentProblem } from 'posespace/rig';
import { memo, useEffect, useRef, useState } from 'react';
import { ChevronIcon } from '../../../controls/icons.js';
import { currentDocument, setView } from '../../../store/store.js';
import { nameJoint, reparentSelected } from '../actions/edit-rig.js';
import { editableSkeleton } from '../actions/transfer-document.js';
import type { TreeRow } from './tree-rows.js';

export interface JointRowProps {
  readonly row: TreeRow;
  readonly name: string;
  readonly selected: boolean;
  readonly side: 'left' | 'right' | 'middle';
  readonly renaming: boolean;
  readonly onSelect: (joint: number) => void;
  readonly onFold: (joint: number, away: boolean) => void;
  readonly onRename: (joint: number) => void;
  readonly onRenamed: () => void;
}

/** The dragged joint, which drag events do not expose before the drop. */
let dragged = -1;

export const JointRow = memo(function JointRow(props: JointRowProps) {
  const { row, name, selected, side, renaming, onSelect, onFold, onRename, onRenamed } = props;
  const { joint, depth, hasChildren, folded, found } = row;
  const [marked, setMarked] = useState(false);
  const canDrop = () =>
    dragged >= 0 && reparentProblem(editableSkeleton(currentDocument()), dragged, joint) === null;
  return (
    <div
      id={`joint-${joint}`}
      className={`rig-row${selected ? ' selected' : ''}${marked ? ' drop' : ''}${found ? ' found' : ''}`}
      role="treeitem"
      tabIndex={-1}
      aria-label={name}
      aria-level={depth + 1}
      aria-selected={selected}
      aria-expanded={hasChildren ? !folded : undefined}
      style={{ paddingInlineStart: 4 + depth * 12 }}
      draggable={!renaming && joint > 0}
      onClick={() => onSelect(joint)}
      onKeyDown={() => undefined}
      onDoubleClick={() => onRename(joint)}
      onPointerEnter={() => setView('scene', { hovered: joint })}
      onDragStart={(event) => {
        dragged = joint;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
      }}
      onDragEnd={() => {
        dragged = -1;
      }}
      onDragOver={(event) => {
        if (!canDrop()) return;
        event.preventDefault();
        setMarked(true);
      }}
      onDragLeave={() => setMarked(false)}
      onDrop={(event) => {
        setMarked(false);
        if (!canDrop()) return;
        event.preventDefault();
        event.stopPropagation();
        reparentSelected(dragged, joint);
      }}
    >
      {hasChildren ? (
        <button
          type="button"
          className="rig-fold"
          tabIndex={-1}
          aria-label={folded ? `Expand ${name}` : `Collapse ${name}`}
          onClick={(event) => {
            event.stopPropagation();
            onFold(joint, !folded);
          }}
        >
          <ChevronIcon />
        </button>
      ) : (
        <span className="rig-fold" />
      )}
      <span className={`rig-dot ${side}`} aria-hidden="true" />
      {renaming ? (
        <NameInput joint={joint} name={name} onDone={onRenamed} />
      ) : (
        <span className="rig-name">{name}</span>
      )}
    </div>
  );
});

function NameInput({
  joint,
  name,
  onDone,
}: {
  readonly joint: number;
  readonly name: string;
  readonly onDone: () => void;
}) {
  const [draft, setDraft] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const fault = renameProblem(editableSkeleton(currentDocument()), joint, draft.trim());
  const rename = () => {
    if (!fault) nameJoint(joint, draft.trim());
    onDone();
  };
  return (
    <input
      ref={input}
      className="input rig-rename"
      aria-label={`Name of ${name}`}
      aria-invalid={fault !== null}
      title={fault ?? undefined}
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={rename}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') rename();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}
