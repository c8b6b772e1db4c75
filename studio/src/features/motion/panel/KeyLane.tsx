/**
 * @file A row of keyframes of the new clip, whole ones or those of a limb, as diamonds that can be dragged in time, and
 * the transitions between them.
 */

import { useState } from 'react';
import type { Sketch, SketchKey } from '../../../store/document.js';
import type { Limb } from '../../../store/limbs.js';
import { currentDocument, documentOf, setView, useStudio } from '../../../store/store.js';
import { isTransitionReady } from '../actions/key-transitions.js';
import { keysLimb } from '../actions/motion-keys.js';
import { dragKeys, selectKeys } from '../actions/motion-sketch.js';
import { pause, seek } from '../actions/playback.js';
import { type TimeScale, toTime, toX } from './time-scale.js';

/** Pointer movement below which a press is a click, pixels. */
const CLICK_SLACK = 3;
const MIDDLE = 15;

/** Keyframes: all of them, or those of a limb. */
export function KeyLane({ scale, limb }: { readonly scale: TimeScale; readonly limb?: LimbRow }) {
  const sketch = useStudio((state) => documentOf(state)?.sketch);
  const selected = useStudio(({ view }) => view.motion.selectedKeys);
  const row = limb?.index ?? -1;
  const isSelected = useStudio(({ view }) => view.motion.selectedLimb === row);
  useStudio(({ view }) => view.motion.transitionCount);
  const [band, setBand] = useState<Band | null>(null);
  if (!sketch) return null;
  const { keys } = sketch;
  const held = [...keys.keys()].filter((i) => !limb || keysLimb(keys[i], limb.joints));
  return (
    <div
      className={limb ? 'tl-keys tl-limb' : 'tl-keys'}
      onPointerDown={(event) => startBand(event, scale, keys, held, row, setBand)}
    >
      <span className="tl-row-name">{limb?.name ?? 'Keyframes'}</span>
      <Transitions scale={scale} sketch={sketch} held={held} />
      {keys.length === 0 && !limb && (
        <p className="tl-hint">Pose the creature and press Insert keyframe; move the playhead and repeat.</p>
      )}
      {band && (
        <span
          className="tl-band"
          style={{ left: Math.min(band.from, band.to), width: Math.abs(band.to - band.from) }}
        />
      )}
      {held.map((i) => (
        <button
          hidden={toX(scale, keys[i].time) < 0 || toX(scale, keys[i].time) > scale.width}
          key={i}
          type="button"
          className="tl-key"
          data-easing={keys[i].easing}
          style={{ left: toX(scale, keys[i].time) }}
          aria-label={`Keyframe ${i + 1}${limb ? ` of ${limb.name}` : ''} at ${keys[i].time.toFixed(2)} s`}
          aria-pressed={isSelected && selected.includes(i)}
          onPointerDown={(event) => startKeyDrag(event, scale, i, row)}
          onClick={(event) => event.detail === 0 && pick(i, event.shiftKey, row)}
        />
      ))}
    </div>
  );
}

/** A row of the dope sheet. */
export interface LimbRow extends Limb {
  readonly index: number;
}

/** Selects a keyframe and moves the playhead to it. */
function pick(index: number, more: boolean, row: number): void {
  const { selectedKeys, selectedLimb } = useStudio.getState().view.motion;
  const { keys } = currentDocument().sketch;
  if (!more || selectedLimb !== row) selectKeys([index], row);
  else if (selectedKeys.includes(index))
    selectKeys(
      selectedKeys.filter((i) => i !== index),
      row,
    );
  else selectKeys([...selectedKeys, index], row);
  pause();
  seek(keys[index].time);
}

function Transitions({
  scale,
  sketch,
  held,
}: {
  readonly scale: TimeScale;
  readonly sketch: Sketch;
  readonly held: readonly number[];
}) {
  const keys = held.map((i) => sketch.keys[i]);
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
function startKeyDrag(event: React.PointerEvent, scale: TimeScale, index: number, row: number): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const { selectedKeys, selectedLimb, window } = useStudio.getState().view.motion;
  const start = currentDocument().sketch.keys;
  const chosen = selectedLimb === row && selectedKeys.includes(index) ? selectedKeys : [index];
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
      setView('motion', { selectedLimb: row });
      dragKeys(start, chosen, toTime(scale, next.clientX) - toTime(scale, clientX), gesture);
      seek(start[index].time + toTime(scale, next.clientX) - toTime(scale, clientX));
    },
    () => {
      if (!moved) return pick(index, shiftKey, row);
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
  keys: readonly SketchKey[],
  held: readonly number[],
  row: number,
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
      const isInside = (i: number) => toX(scale, keys[i].time) >= a && toX(scale, keys[i].time) <= b;
      selectKeys(held.filter(isInside), row);
    },
    () => show(null),
  );
}
