/** @file A labelled bar. */

import type { CSSProperties } from 'react';

export interface GaugeProps {
  readonly label: string;
  /** 0 to 1; null where it is not known yet. */
  readonly value: number | null;
  /** The value as text. */
  readonly text?: string;
  readonly tone?: 'good' | 'warn' | 'bad' | 'accent';
  readonly title?: string;
}

export function Gauge({ label, value, text, tone = 'accent', title }: GaugeProps) {
  const share = Math.min(1, Math.max(0, value ?? 0));
  return (
    <div className={`gauge ${tone}`} title={title}>
      <span className="field-label">{label}</span>
      {text && <span className="gauge-text">{text}</span>}
      <meter className="unseen" aria-label={label} value={share}>
        {value === null ? 'not known yet' : text}
      </meter>
      <div className="gauge-bar" aria-hidden="true">
        <span className="gauge-fill" style={{ '--share': `${share * 100}%` } as CSSProperties} />
      </div>
    </div>
  );
}
