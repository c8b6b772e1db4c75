/** @file Where the playhead stands, in seconds and frames; written without React, since it changes with every frame. */

import { useEffect, useRef } from 'react';
import { type StudioState, useStudio } from '../../../store/store.js';
import { trackOf } from '../actions/motion-track.js';

export function TimeReadout() {
  const time = useRef<HTMLSpanElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (state: StudioState) => {
      const track = trackOf(state);
      if (!track || !time.current || !frame.current) return;
      const { time: now } = state.view.motion;
      time.current.textContent = `${now.toFixed(2)} / ${track.duration.toFixed(2)} s`;
      frame.current.textContent = `frame ${track.frameAt(now)} of ${track.frameCount - 1}`;
    };
    write(useStudio.getState());
    return useStudio.subscribe((state, before) => {
      if (state.view.motion !== before.view.motion || state.history !== before.history) write(state);
    });
  }, []);
  return (
    <span className="tl-readout">
      <span ref={time} className="tl-seconds" />
      <span ref={frame} className="tl-frame" />
    </span>
  );
}
