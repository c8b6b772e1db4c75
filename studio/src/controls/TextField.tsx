/** @file A text field; Enter or leaving the field applies the value, Escape reverts it. */

import { useId, useState } from 'react';
import { Field } from './Field.js';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

export function TextField({ label, value, onChange, hint, placeholder, disabled }: TextFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const apply = () => {
    if (draft !== null && draft.trim() !== '' && draft.trim() !== value) onChange(draft.trim());
    setDraft(null);
  };
  return (
    <Field label={label} hint={hint} htmlFor={id}>
      <input
        id={id}
        className="input"
        type="text"
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        value={draft ?? value}
        disabled={disabled}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </Field>
  );
}
