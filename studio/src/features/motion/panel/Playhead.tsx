/** @file The playhead: a line that moves without React renders, and an accessible slider. */

import { useEffect, useRef } from 'react';
import { useStudio } from '../../../store/store.js';
import { pause, seek } from '../actions/playback.js';
import { type TimeScale, toX } from './time-scale.js';

export function Playhead({ scale, reach }: { readonly scale: TimeScale; readonly reach: number }) {
  const line = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  // The stage shows the document's pose, not a frame of the clip.
  const ownPose = useStudio(({ view }) => view.scene.preview === null);
  useEffect(() => {
    const place = (time: number, playing: boolean) => {
      if (!line.current || !slider.current) return;
      const x = toX(scale, time);
      line.current.style.transform = `translateX(${x}px)`;
      line.current.hidden = x < 0 || x > scale.width;
      if (!playing) slider.current.value = String(time);
    };
    const { time, playing } = useStudio.getState().view.motion;
    place(time, playing);
    return useStudio.subscribe(({ view: { motion } }, { view: { motion: before } }) => {
      if (motion.time !== before.time || motion.playing !== before.playing)
        place(motion.time, motion.playing);
    });
  }, [scale]);
  return (
    <>
      <input
        ref={slider}
        className="unseen"
        type="range"
        aria-label="Playhead"
        min={0}
        max={reach}
        step="any"
        defaultValue={0}
        onChange={(event) => {
          pause();
          seek(event.target.valueAsNumber);
        }}
      />
      <div ref={line} className={ownPose ? 'tl-playhead own' : 'tl-playhead'} aria-hidden="true" />
    </>
  );
}
