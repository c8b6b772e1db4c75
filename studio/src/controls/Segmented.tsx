/** @file A choice of a few options, all visible. */

import { type ReactNode, useId } from 'react';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown instead of the label, which stays the accessible name. */
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly disabled?: boolean;
}

export interface SegmentedProps<Value extends string> {
  /** Accessible name; not shown. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SegmentedOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented" disabled={disabled}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment" title={option.title}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            aria-label={option.label}
            onChange={() => onChange(option.value)}
          />
          <span>{option.icon ?? option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
