/** @file The tracks: ruler, keyframes or frames, contacts, playhead. Dragging anywhere but on a keyframe scrubs. */

import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { currentDocument, setView, useStudio } from '../../../store/store.js';
import { snapTime } from '../actions/motion-keys.js';
import { type Track, useTrack } from '../actions/motion-track.js';
import { pause, seek } from '../actions/playback.js';
import { ContactLane } from './ContactLane.js';
import { DopeSheet } from './DopeSheet.js';
import { FrameLane } from './FrameLane.js';
import { KeyLane } from './KeyLane.js';
import { Playhead } from './Playhead.js';
import { panWindow, rulerTicks, type TimeScale, toTime, toX, zoomWindow } from './time-scale.js';

export function Tracks() {
  const track = useTrack();
  const lanes = useRef<HTMLDivElement>(null);
  const width = useWidth(lanes);
  const window = useStudio(({ view }) => view.motion.window);
  const reach = track?.reach ?? 1;
  const scale = useMemo<TimeScale>(
    () => ({ from: window?.from ?? 0, to: window?.to ?? reach, width }),
    [window, reach, width],
  );
  useWheel(lanes, scale, reach);
  if (!track) return <div className="tl-tracks" />;
  return (
    <div className="tl-tracks">
      <div className="tl-gutter">
        <ShowAll shown={window !== null} />
      </div>
      <div
        className="tl-lanes"
        ref={lanes}
        onPointerDown={(event) => scrub(event, lanes.current!, scale, track)}
      >
        <Ruler scale={scale} duration={track.duration} />
        {track.clip ? <FrameLane scale={scale} clip={track.clip} /> : <KeyLane scale={scale} />}
        {!track.clip && <DopeSheet scale={scale} />}
        <ContactLane scale={scale} track={track} />
        <Playhead scale={scale} reach={reach} />
      </div>
    </div>
  );
}

function ShowAll({ shown }: { readonly shown: boolean }) {
  if (!shown) return null;
  return (
    <button type="button" className="tl-all" onClick={() => setView('motion', { window: null })}>
      Show all
    </button>
  );
}

/** Moves the playhead with the pointer until it is released. */
function scrub(event: React.PointerEvent, lanes: HTMLElement, scale: TimeScale, track: Track): void {
  if (event.button !== 0 || event.defaultPrevented) return;
  const { left } = lanes.getBoundingClientRect();
  const put = ({ clientX }: { readonly clientX: number }) => {
    const time = toTime(scale, clientX - left);
    seek(track.clip ? time : snapTime(time, currentDocument().sketch.frameRate));
  };
  const end = () => {
    lanes.removeEventListener('pointermove', put);
    lanes.removeEventListener('pointerup', end);
    lanes.removeEventListener('pointercancel', end);
  };
  pause();
  setView('motion', { selectedKeys: [] });
  lanes.setPointerCapture(event.pointerId);
  lanes.addEventListener('pointermove', put);
  lanes.addEventListener('pointerup', end);
  lanes.addEventListener('pointercancel', end);
  put(event);
}

/** Ctrl + wheel or pinch zooms; a sideways wheel or Shift pans. */
function useWheel(lanes: React.RefObject<HTMLElement | null>, scale: TimeScale, reach: number): void {
  useEffect(() => {
    const { current } = lanes;
    if (!current) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const about = toTime(scale, event.clientX - current.getBoundingClientRect().left);
      const sideways = event.deltaX || (event.shiftKey ? event.deltaY : 0);
      const seconds = (sideways / scale.width) * (scale.to - scale.from);
      const next = sideways
        ? panWindow(scale, seconds, reach)
        : zoomWindow(scale, about, Math.exp(event.deltaY * 0.002), reach);
      setView('motion', { window: next });
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  }, [lanes, scale, reach]);
}

/** The time ruler, with the length of the clip. */
const Ruler = memo(function Ruler({
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

/** The width of an element, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    setWidth(current.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
