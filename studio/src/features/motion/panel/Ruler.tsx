/** @file The ruler: seconds, and how far the clip goes. */

import { memo } from 'react';
import { rulerTicks, type TimeScale, toX } from './time-scale.js';

export const Ruler = memo(function Ruler({
  scale,
  duration,
}: {
  readonly scale: TimeScale;
  readonly duration: number;
}) {
  const [start, end] = [toX(scale, 0), toX(scale, duration)];
  return (
    <div className="tl-ruler" aria-hidden="true">
      <span className="tl-length" style={{ left: start, width: Math.max(0, end - start) }} />
      {rulerTicks(scale).map(({ time, label }) => (
        <span key={time} className={label ? 'tl-tick main' : 'tl-tick'} style={{ left: toX(scale, time) }}>
          {label}
        </span>
      ))}
    </div>
  );
});
