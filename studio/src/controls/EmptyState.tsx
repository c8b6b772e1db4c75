/** @file What a panel shows while nothing is open. */

import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  /** A button. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon}
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
