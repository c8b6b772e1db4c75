/** @file The edge of the panel, dragged to resize it. */

import type { KeyboardEvent, PointerEvent } from 'react';

export interface PanelResizerProps {
  readonly size: number;
  /** `width` where the panel is beside the stage, `height` where it is a sheet below it. */
  readonly axis: 'width' | 'height';
  readonly onSize: (size: number) => void;
}

const LIMITS = { width: [248, 460], height: [160, 640] } as const;
const KEY_STEP = 16;

export function PanelResizer({ size, axis, onSize }: PanelResizerProps) {
  const [least, most] = LIMITS[axis];
  const limited = (value: number) => Math.round(Math.min(most, Math.max(least, value)));
  const start = (down: PointerEvent<HTMLHRElement>) => {
    const edge = down.currentTarget;
    edge.setPointerCapture(down.pointerId);
    const move = ({ clientX, clientY }: globalThis.PointerEvent) =>
      onSize(limited(axis === 'width' ? size + clientX - down.clientX : size - clientY + down.clientY));
    const end = () => edge.removeEventListener('pointermove', move);
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end, { once: true });
  };
  const press = ({ key }: KeyboardEvent) => {
    const sign =
      key === 'ArrowRight' || key === 'ArrowUp' ? 1 : key === 'ArrowLeft' || key === 'ArrowDown' ? -1 : 0;
    if (sign !== 0) onSize(limited(size + sign * KEY_STEP));
  };
  return (
    <hr
      className={`panel-resizer ${axis}`}
      aria-label="Panel size"
      aria-orientation={axis === 'width' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={start}
      onKeyDown={press}
    />
  );
}
