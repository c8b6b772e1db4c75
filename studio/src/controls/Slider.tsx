/**
 * @file A slider. `onChange` gets an object that stays the same while the slider is dragged: pass it to `change` as
 * the gesture, so that one drag is one step of the history.
 */

import { type CSSProperties, useId, useRef } from 'react';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number, gesture: object) => void;
  /** Called when it is released. */
  readonly onEnd?: () => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** The value as text: `(value) => `${value} s``. */
  readonly format?: (value: number) => string;
  readonly title?: string;
  readonly disabled?: boolean;
}

export function Slider({
  label,
  value,
  onChange,
  onEnd,
  min = 0,
  max = 1,
  step = 0.01,
  format = defaultFormat,
  title,
  disabled,
}: SliderProps) {
  const id = useId();
  const gesture = useRef<object>({});
  const end = () => {
    gesture.current = {};
    onEnd?.();
  };
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <div className="slider" title={title}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <output htmlFor={id} className="slider-value">
        {format(value)}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={format(value)}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber, gesture.current)}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyUp={end}
      />
    </div>
  );
}

/** A share, 0 to 1, as a percentage. */
export const percent = (value: number): string => `${Math.round(value * 100)} %`;

const defaultFormat = (value: number): string => String(Math.round(value * 100) / 100);
