/** @file A row of a list: a title, a detail at the right, action buttons. Rows go in a `<ul className="list">`. */

import type { ReactNode } from 'react';

export interface ListRowProps {
  readonly title: string;
  /** Shown instead of the title, which stays the accessible name. */
  readonly children?: ReactNode;
  readonly detail?: ReactNode;
  readonly icon?: ReactNode;
  /** Indentation level, for trees. */
  readonly depth?: number;
  readonly selected?: boolean;
  readonly onClick?: () => void;
  readonly onDoubleClick?: () => void;
  readonly onHover?: (over: boolean) => void;
  readonly actions?: ReactNode;
}

export function ListRow({
  title,
  children,
  detail,
  icon,
  depth = 0,
  selected = false,
  onClick,
  onDoubleClick,
  onHover,
  actions,
}: ListRowProps) {
  const inside = (
    <>
      {icon}
      <span className="list-title">{children ?? title}</span>
      {detail !== undefined && <span className="list-detail">{detail}</span>}
    </>
  );
  return (
    <li
      className={selected ? 'list-row selected' : 'list-row'}
      style={depth > 0 ? { paddingInlineStart: depth * 12 } : undefined}
      onPointerEnter={onHover && (() => onHover(true))}
      onPointerLeave={onHover && (() => onHover(false))}
    >
      {onClick ? (
        <button
          type="button"
          className="list-main"
          aria-pressed={selected}
          title={title}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
        >
          {inside}
        </button>
      ) : (
        <div className="list-main">{inside}</div>
      )}
      {actions && <div className="list-actions">{actions}</div>}
    </li>
  );
}
