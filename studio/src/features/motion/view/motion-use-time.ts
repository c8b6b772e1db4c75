/** @file Runs a callback when the playhead or the track changes, without React renders. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { type StudioState, useStudio } from '../../../store/store.js';
import { type Track, trackOf } from '../actions/motion-track.js';

/** `update` must be stable (`useCallback`); it runs at once and on every change, followed by a frame. */
export function useTime(update: (track: Track, time: number, state: StudioState) => void): void {
  const invalidate = useThree((three) => three.invalidate);
  useEffect(() => {
    const run = (state: StudioState) => {
      const track = trackOf(state);
      if (!track) return;
      update(track, state.view.motion.time, state);
      invalidate();
    };
    run(useStudio.getState());
    return useStudio.subscribe((state, before) => {
      const moved = state.view.motion.time !== before.view.motion.time;
      const other = state.view.scene.preview !== before.view.scene.preview;
      if (moved || other || trackOf(state) !== trackOf(before)) run(state);
    });
  }, [update, invalidate]);
}
