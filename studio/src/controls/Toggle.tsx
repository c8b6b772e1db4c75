/** @file A labelled switch. */

import { useId } from 'react';

export interface ToggleProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly hint?: string;
  readonly title?: string;
  readonly disabled?: boolean;
}

export function Toggle({ label, value, onChange, hint, title, disabled }: ToggleProps) {
  const id = useId();
  return (
    <div className="field" title={title}>
      <label className="toggle">
        <span className="field-label">{label}</span>
        <input
          type="checkbox"
          role="switch"
          checked={value}
          aria-checked={value}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="toggle-track" aria-hidden="true" />
      </label>
      {hint && (
        <p className="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}
