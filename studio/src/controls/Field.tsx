/** @file A row: what it is called at the left, the control at the right, a hint below. */

import type { ReactNode } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** The control that the label names. */
  readonly htmlFor?: string;
  readonly children: ReactNode;
}

export function Field({ label, hint, htmlFor, children }: FieldProps) {
  return (
    <div className="field">
      <div className="field-row">
        {htmlFor ? (
          <label className="field-label" htmlFor={htmlFor}>
            {label}
          </label>
        ) : (
          <span className="field-label">{label}</span>
        )}
        <div className="field-control">{children}</div>
      </div>
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}
