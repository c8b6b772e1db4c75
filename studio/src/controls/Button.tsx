/**
 * @file A button with a label: `primary` is the main action, `plain` one of several, `quiet` a minor one, `danger`
 * removes something.
 */

import type { ReactNode } from 'react';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: ReactNode;
  /** Accessible name where the label alone is ambiguous. */
  readonly label?: string;
  readonly title?: string;
  /** A text says why, and is its tooltip. */
  readonly disabled?: boolean | string;
  /** Fills the width of its container. */
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
      title={typeof disabled === 'string' && disabled ? disabled : title}
      disabled={disabled === true}
      // Stays reachable, so that its reason can be read.
      aria-disabled={typeof disabled === 'string' && disabled !== '' ? true : undefined}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
