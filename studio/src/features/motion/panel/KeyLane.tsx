/** @file The keyframes of the new clip, as diamonds that can be dragged in time, and the transitions between them. */

import type { KeyPose } from 'posespace/motion';
import { useState } from 'react';
import type { Sketch } from '../../../store/document.js';
import { currentDocument, documentOf, setView, useStudio } from '../../../store/store.js';
import { isTransitionReady } from '../actions/key-transitions.js';
import { dragKeys, selectKeys } from '../actions/motion-sketch.js';
import { pause, seek } from '../actions/playback.js';
import { type TimeScale, toTime, toX } from './time-scale.js';

/** Pointer movement below which a press is a click, pixels. */
const CLICK_SLACK = 3;
const MIDDLE = 15;

export function KeyLane({ scale }: { readonly scale: TimeScale }) {
  const sketch = useStudio((state) => documentOf(state)?.sketch);
  const selected = useStudio(({ view }) => view.motion.selectedKeys);
  useStudio(({ view }) => view.motion.transitionCount);
  const [band, setBand] = useState<Band | null>(null);
  if (!sketch) return null;
  const { keys } = sketch;
  return (
    <div className="tl-keys" onPointerDown={(event) => startBand(event, scale, keys, setBand)}>
      <span className="tl-row-name">Keyframes</span>
      <Transitions scale={scale} sketch={sketch} />
      {keys.length === 0 && (
        <p className="tl-hint">Pose the creature and press Insert keyframe; move the playhead and repeat.</p>
      )}
      {band && (
        <span
          className="tl-band"
          style={{ left: Math.min(band.from, band.to), width: Math.abs(band.to - band.from) }}
        />
      )}
      {keys.map(({ time }, i) => (
        <button
          hidden={toX(scale, time) < 0 || toX(scale, time) > scale.width}
          // biome-ignore lint/suspicious/noArrayIndexKey: a dragged keyframe stays the same button
          key={i}
          type="button"
          className="tl-key"
          style={{ left: toX(scale, time) }}
          aria-label={`Keyframe ${i + 1} at ${time.toFixed(2)} s`}
          aria-pressed={selected.includes(i)}
          onPointerDown={(event) => startKeyDrag(event, scale, i)}
          onClick={(event) => event.detail === 0 && pick(i, event.shiftKey)}
        />
      ))}
    </div>
  );
}

/** Selects a keyframe and moves the playhead to it. */
function pick(index: number, more: boolean): void {
  const { selectedKeys } = useStudio.getState().view.motion;
  const { keys } = currentDocument().sketch;
  if (!more) selectKeys([index]);
  else if (selectedKeys.includes(index)) selectKeys(selectedKeys.filter((i) => i !== index));
  else selectKeys([...selectedKeys, index]);
  pause();
  seek(keys[index].time);
}

function Transitions({ scale, sketch }: { readonly scale: TimeScale; readonly sketch: Sketch }) {
  const { keys } = sketch;
  return (
    <svg className="tl-drawing" width={scale.width} height={MIDDLE * 2} aria-hidden="true">
      {keys.slice(1).map(({ time, pose }, i) => (
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: transitions are identified by index
          key={i}
          className={
            isTransitionReady(sketch, keys[i].pose, pose) ? 'tl-transition' : 'tl-transition computing'
          }
          x1={toX(scale, keys[i].time)}
          x2={toX(scale, time)}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      ))}
    </svg>
  );
}

/** Follows the pointer until it is released. */
function track(
  event: React.PointerEvent,
  move: (event: PointerEvent) => void,
  done: (event: PointerEvent) => void,
): void {
  const element = event.currentTarget as HTMLElement;
  const end = (last: PointerEvent) => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', end);
    element.removeEventListener('pointercancel', end);
    done(last);
  };
  element.setPointerCapture(event.pointerId);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
}

/** Drags a keyframe, or all selected ones if it is selected: one step of the history. */
function startKeyDrag(event: React.PointerEvent, scale: TimeScale, index: number): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const { selectedKeys, window } = useStudio.getState().view.motion;
  const start = currentDocument().sketch.keys;
  const chosen = selectedKeys.includes(index) ? selectedKeys : [index];
  const { clientX, shiftKey } = event;
  const gesture = {};
  let moved = false;
  track(
    event,
    (next) => {
      moved ||= Math.abs(next.clientX - clientX) > CLICK_SLACK;
      if (!moved) return;
      // The ruler does not rescale while a keyframe is dragged beyond the last one.
      if (!window) setView('motion', { window: { from: scale.from, to: scale.to } });
      dragKeys(start, chosen, toTime(scale, next.clientX) - toTime(scale, clientX), gesture);
      seek(start[index].time + toTime(scale, next.clientX) - toTime(scale, clientX));
    },
    () => {
      if (!moved) return pick(index, shiftKey);
      if (!window) setView('motion', { window: null });
      const { selectedKeys: now } = useStudio.getState().view.motion;
      const at = now[chosen.indexOf(index)];
      if (at !== undefined) seek(currentDocument().sketch.keys[at].time);
    },
  );
}

interface Band {
  readonly from: number;
  readonly to: number;
}

/** Box selection with Shift. */
function startBand(
  event: React.PointerEvent,
  scale: TimeScale,
  keys: readonly KeyPose[],
  show: (band: Band | null) => void,
): void {
  if (event.button !== 0 || !event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const { left } = event.currentTarget.getBoundingClientRect();
  const from = event.clientX - left;
  track(
    event,
    (next) => {
      const to = next.clientX - left;
      show({ from, to });
      const [a, b] = [Math.min(from, to), Math.max(from, to)];
      selectKeys(keys.flatMap(({ time }, i) => (toX(scale, time) >= a && toX(scale, time) <= b ? [i] : [])));
    },
    () => show(null),
  );
}
