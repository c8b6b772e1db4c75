/** @file The frames of a clip of the model: a bar, with a mark per frame where there is room. */

import type { Clip } from 'posespace/motion';
import { memo } from 'react';
import { type TimeScale, toX } from './time-scale.js';

/** Smallest distance of marks, pixels. */
const MARK_GAP = 4;
const MIDDLE = 15;

export const FrameLane = memo(function FrameLane({
  scale,
  clip,
}: {
  readonly scale: TimeScale;
  readonly clip: Clip;
}) {
  const positions = Array.from(clip.times, (time) => toX(scale, time - clip.times[0])).filter(
    (x) => x > -MARK_GAP && x < scale.width + MARK_GAP,
  );
  const [start, end] = [toX(scale, 0), toX(scale, clip.times[clip.times.length - 1] - clip.times[0])];
  const apart =
    positions.length > 1
      ? (positions[positions.length - 1] - positions[0]) / (positions.length - 1)
      : Infinity;
  const marks = positions.map((x) => `M${x.toFixed(1)} ${MIDDLE - 4}v8`).join('');
  return (
    <div className="tl-keys">
      <span className="tl-row-name">{clip.times.length} frames</span>
      <svg className="tl-drawing" width={scale.width} height={MIDDLE * 2} aria-hidden="true">
        <rect
          className="tl-frames"
          x={start}
          y={MIDDLE - 7}
          width={Math.max(2, end - start)}
          height={14}
          rx={4}
        />
        {apart >= MARK_GAP && <path className="tl-marks" d={marks} />}
      </svg>
    </div>
  );
});
