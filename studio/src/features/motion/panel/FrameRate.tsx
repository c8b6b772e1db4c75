/** @file The frame rate of a clip: the usual ones, and its own. */

import { Select } from '../../../controls/Select.js';

const RATES = [12, 15, 24, 25, 30, 50, 60, 120];

export function FrameRate({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (rate: number) => void;
}) {
  const rates = [...new Set([...RATES, value])].sort((a, b) => a - b);
  return (
    <Select
      label="Frame rate"
      value={String(value)}
      options={rates.map((rate) => ({ value: String(rate), label: `${rate} fps` }))}
      onChange={(rate) => onChange(Number(rate))}
    />
  );
}
