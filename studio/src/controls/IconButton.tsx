/** @file A button with an icon; its name is the tooltip. */

import type { ReactNode } from 'react';

export interface IconButtonProps {
  /** Accessible name, and tooltip where there is no `title`. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  /** For buttons that stay pressed. */
  readonly pressed?: boolean;
  readonly title?: string;
  readonly disabled?: boolean;
}

export function IconButton({ label, icon, onClick, pressed, title, disabled }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={pressed}
      data-tip={title ?? label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
