/** @file A row with a label, a control and a hint. */

import type { ReactNode } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Id of the labelled control. */
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
