/** @file A choice from a drop-down list. */

import { useId } from 'react';
import { Field } from './Field.js';

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly onChange: (value: Value) => void;
  readonly hint?: string;
  readonly disabled?: boolean;
}

export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  disabled,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <Field label={label} hint={hint} htmlFor={id}>
      <select
        id={id}
        className="input"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Options from a record of labels. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
