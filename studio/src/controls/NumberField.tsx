/** @file A number field; Enter or leaving the field applies the value, Escape reverts it. */

import { useId, useState } from 'react';
import { Field } from './Field.js';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: string;
  readonly hint?: string;
  readonly disabled?: boolean;
}

export function NumberField({
  label,
  value,
  onChange,
  min = -Infinity,
  max = Infinity,
  step = 1,
  unit,
  hint,
  disabled,
}: NumberFieldProps) {
  const id = useId();
  // The text being typed; null otherwise.
  const [draft, setDraft] = useState<string | null>(null);
  const apply = () => {
    const typed = draft === null || draft.trim() === '' ? Number.NaN : Number(draft);
    if (Number.isFinite(typed)) onChange(Math.min(max, Math.max(min, typed)));
    setDraft(null);
  };
  return (
    <Field label={label} hint={hint} htmlFor={id}>
      <input
        id={id}
        className="input number"
        type="number"
        inputMode="decimal"
        min={Number.isFinite(min) ? min : undefined}
        max={Number.isFinite(max) ? max : undefined}
        step={step}
        value={draft ?? String(value)}
        disabled={disabled}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      {unit && <span className="unit">{unit}</span>}
    </Field>
  );
}
