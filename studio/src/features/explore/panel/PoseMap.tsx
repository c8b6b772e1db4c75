/** @file The map canvas, explored with the pointer or the arrow keys. */

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStudio } from '../../../store/store.js';
import type { DrawnMap } from '../../../store/views/explore-view.js';
import { type MapDrag, startMapDrag } from '../actions/explore-map.js';
import { drawMapInto } from './draw-map.js';
import { fitMap, fromSquare } from './map-scale.js';

/** Step of an arrow key, as a share of the side. */
const KEY_STEP = 0.02;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function PoseMap({ map }: { readonly map: DrawnMap }) {
  const here = useStudio(({ view }) => view.explore.here);
  const theme = useStudio(({ view }) => view.scene.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<MapDrag | null>(null);
  const [width, setWidth] = useState(0);
  const scale = useMemo(() => fitMap(map.points, map.landmarks), [map]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn when the size or theme changes
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const style = getComputedStyle(element);
    const token = (name: string) => style.getPropertyValue(name).trim();
    drawMapInto(element, map, scale, here, {
      faint: token('--line'),
      line: token('--line-soft'),
      accent: token('--accent'),
      ground: token('--ground'),
    });
  }, [map, scale, here, theme, width]);

  const positionOf = ({ currentTarget, clientX, clientY }: PointerEvent): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    const share = (value: number) => Math.min(1, Math.max(0, value));
    return fromSquare(
      scale,
      share((clientX - box.left) / box.width),
      share((clientY - box.top) / box.height),
    );
  };
  const finish = () => {
    void drag.current?.finish();
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      drag.current ??= startMapDrag();
      const from = here ?? scale;
      const step = KEY_STEP * 2 * scale.reach;
      drag.current.moveTo(from.x + arrow[0] * step, from.y + arrow[1] * step);
    } else if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') {
      drag.current?.cancel();
      drag.current = null;
    }
  };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: no role describes a 2D position
    <canvas
      ref={canvas}
      className="pose-map"
      role="application"
      aria-label="Pose map: drag, or use the arrow keys and Enter"
      tabIndex={0}
      onKeyDown={press}
      onBlur={finish}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current ??= startMapDrag();
        drag.current.moveTo(...positionOf(event));
      }}
      onPointerMove={(event) => {
        if (event.buttons & 1) drag.current?.moveTo(...positionOf(event));
      }}
      onPointerUp={finish}
      onPointerCancel={() => {
        drag.current?.cancel();
        drag.current = null;
      }}
    />
  );
}
