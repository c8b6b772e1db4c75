/**
 * @file The joint tree: arrow keys navigate, selection is shared with the stage, F2 or a double click renames,
 * dropping a row onto another reparents it. Only visible rows are rendered.
 */

import type { Skeleton } from 'posespace/rig';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Section } from '../../../controls/Section.js';
import { jointSides } from '../../../stage/bones/bone-colors.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { deleteSelected } from '../actions/edit-rig.js';
import { JointRow } from './JointRow.js';
import { type TreeRow, treeRows, unfoldTo } from './tree-rows.js';

/** Height of a row, pixels; the same is in rig.css. */
const ROW = matchMedia('(pointer: coarse)').matches ? 36 : 26;

export function JointTree() {
  const skeleton = useStudio(skeletonOf)!;
  const selected = useStudio(({ view }) => view.scene.selected);
  const anatomy = useStudio((state) => documentOf(state)!.model.anatomy);
  const sides = useMemo(() => jointSides(anatomy), [anatomy]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [renaming, setRenaming] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(skeleton, folded, search), [skeleton, folded, search]);
  const { first, last, onScroll } = useWindow(list, rows.length, ROW);
  useFollowSelection(list, skeleton, rows, selected, setFolded);

  const fold = (joint: number, away: boolean) => {
    const next = new Set(folded);
    if (away) next.add(skeleton.names[joint]);
    else next.delete(skeleton.names[joint]);
    setFolded(next);
  };
  const select = (joint: number) => setView('scene', { selected: joint });
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== list.current) return;
    const step = stepOf(event.key, rows, selected, skeleton);
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (step.kind === 'select') select(step.joint);
    else if (step.kind === 'fold') fold(step.joint, step.away);
    else if (step.kind === 'rename') setRenaming(step.joint);
    else deleteSelected(step.joint);
  };
  const finishRename = () => {
    setRenaming(-1);
    list.current?.focus();
  };

  return (
    <Section title="Joints">
      <input
        className="input rig-search"
        type="search"
        aria-label="Search joints"
        placeholder={`Search ${skeleton.names.length} joints`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div
        ref={list}
        className="rig-tree"
        role="tree"
        aria-label="Joint tree"
        tabIndex={0}
        aria-activedescendant={selected >= 0 ? `joint-${selected}` : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setView('scene', { hovered: -1 })}
      >
        <div style={{ height: rows.length * ROW }}>
          <div style={{ transform: `translateY(${first * ROW}px)` }}>
            {rows.slice(first, last).map((row) => (
              <JointRow
                key={row.joint}
                row={row}
                name={skeleton.names[row.joint]}
                selected={row.joint === selected}
                side={sides[row.joint] ?? 'middle'}
                renaming={row.joint === renaming}
                onSelect={select}
                onFold={fold}
                onRename={setRenaming}
                onRenamed={finishRename}
              />
            ))}
          </div>
        </div>
        {rows.length === 0 && <p className="hint rig-none">No matching joints.</p>}
      </div>
    </Section>
  );
}

/** Expands and scrolls to the selected joint. */
function useFollowSelection(
  list: React.RefObject<HTMLDivElement | null>,
  skeleton: Skeleton,
  rows: readonly TreeRow[],
  selected: number,
  setFolded: (change: (folded: ReadonlySet<string>) => ReadonlySet<string>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection expands its ancestors
  useEffect(() => {
    if (selected >= 0 && selected < skeleton.names.length)
      setFolded((folded) => unfoldTo(skeleton, folded, selected));
  }, [selected]);
  useEffect(() => {
    const element = list.current;
    const index = rows.findIndex(({ joint }) => joint === selected);
    if (!element || index < 0) return;
    const top = index * ROW;
    if (top < element.scrollTop) element.scrollTop = top - ROW;
    else if (top + ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * ROW - element.clientHeight;
  }, [list, rows, selected]);
}

type Step =
  | { readonly kind: 'select' | 'rename' | 'delete'; readonly joint: number }
  | { readonly kind: 'fold'; readonly joint: number; readonly away: boolean };

/** The action of a key in the tree; null for none. */
function stepOf(key: string, rows: readonly TreeRow[], selected: number, { parents }: Skeleton): Step | null {
  if (rows.length === 0) return null;
  const at = rows.findIndex(({ joint }) => joint === selected);
  const to = (index: number): Step => ({
    kind: 'select',
    joint: rows[Math.min(rows.length - 1, Math.max(0, index))].joint,
  });
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at < 0 ? 0 : at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!row?.hasChildren) return null;
      return row.folded ? { kind: 'fold', joint: row.joint, away: false } : to(at + 1);
    case 'ArrowLeft':
      if (!row) return null;
      if (row.hasChildren && !row.folded) return { kind: 'fold', joint: row.joint, away: true };
      return parents[row.joint] >= 0 ? { kind: 'select', joint: parents[row.joint] } : null;
    case 'F2':
    case 'Enter':
      return row ? { kind: 'rename', joint: row.joint } : null;
    case 'Delete':
    case 'Backspace':
      return row && useStudio.getState().view.rig.editing ? { kind: 'delete', joint: row.joint } : null;
    default:
      return null;
  }
}

/** Extra rows beyond the edges. */
const EXTRA_ROWS = 6;

/** The range of rows in sight. */
/** The range of rows in sight. */
function useWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [place, setPlace] = useState({ top: 0, height: 400 });
  const measure = () => {
    const element = list.current;
    if (element) setPlace({ top: element.scrollTop, height: element.clientHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter list may scroll by itself
  useLayoutEffect(measure, [count]);
  const first = Math.max(0, Math.min(Math.floor(place.top / rowHeight) - EXTRA_ROWS, count));
  const last = Math.min(count, Math.ceil((place.top + place.height) / rowHeight) + EXTRA_ROWS);
  return { first, last, onScroll: measure };
}
