/** @file Adaptive resolution: coarser while something moves and frames are slow, sharp at rest. */

import { useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { useStudio } from '../../store/store.js';
import { onPainted } from './frame-pace.js';
import { graphics } from './graphics.js';
import { busyRatio, COARSEST, coarserRatio, restRatio } from './pixel-ratio.js';
import { onStageBusy } from './stage-busy.js';

/** Slow frames take longer than this, milliseconds. */
const SLOW = 24;
/** Consecutive slow frames before the resolution drops. */
const SLOW_FRAMES = 4;
/** A longer gap between frames means that nothing moved, milliseconds. */
const GAP = 400;
/** Delay before the full resolution returns, milliseconds. */
const REST = 300;

const screenRatio = (): number => window.devicePixelRatio || 1;

export function PixelRatio() {
  const setDpr = useThree((three) => three.setDpr);
  const get = useThree((three) => three.get);
  const invalidate = useThree((three) => three.invalidate);
  const pace = useRef({ busy: false, last: 0, slow: 0 });

  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const setBusy = (busy: boolean) => {
      clearTimeout(resting);
      pace.current = { busy, last: 0, slow: 0 };
      if (busy) setDpr(Math.min(get().viewport.dpr, busyRatio(graphics(), screenRatio())));
      else {
        resting = setTimeout(() => {
          setDpr(restRatio(graphics(), screenRatio()));
          invalidate();
        }, REST);
      }
    };
    const stopBusy = onStageBusy(setBusy);
    const stopPlaying = useStudio.subscribe((state, before) => {
      const { playing } = state.view.motion;
      if (playing !== before.view.motion.playing) setBusy(playing);
    });
    return () => {
      clearTimeout(resting);
      stopBusy();
      stopPlaying();
    };
  }, [setDpr, get, invalidate]);

  useEffect(
    () =>
      onPainted(() => {
        const { busy, last } = pace.current;
        const now = performance.now();
        const took = now - last;
        pace.current.last = now;
        if (!busy || last === 0 || took > GAP) return;
        pace.current.slow = took > SLOW ? pace.current.slow + 1 : 0;
        const { dpr } = get().viewport;
        if (pace.current.slow < SLOW_FRAMES || dpr <= COARSEST) return;
        pace.current.slow = 0;
        setDpr(coarserRatio(dpr));
      }),
    [get, setDpr],
  );
  return null;
}
