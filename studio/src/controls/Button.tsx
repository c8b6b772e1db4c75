/** @file A button with words: the one thing to do (`primary`), one of several (`plain`), beside the point (`quiet`), or one that takes something away (`danger`). */

import type { ReactNode } from 'react';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: ReactNode;
  /** Accessible name where the words alone do not tell. */
  readonly label?: string;
  readonly title?: string;
  readonly disabled?: boolean;
  /** As wide as what it is in. */
  readonly wide?: boolean;
}

export function Button({
  children,
  onClick,
  kind = 'plain',
  icon,
  label,
  title,
  disabled,
  wide,
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${kind}${wide ? ' wide' : ''}`}
      aria-label={label}
      title={title}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
