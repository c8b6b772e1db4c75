/**
 * @file How sharp the stage is: as sharp as the screen, at most twice a CSS pixel; while a hand is on it and frames take
 * long, as coarse as it takes to keep up. Sharp again when the hand rests.
 */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { onStageBusy } from './stage-busy.js';

const SHARPEST = 2;
const COARSEST = 0.6;
/** Frames that take longer than this are slow, milliseconds. */
const SLOW = 24;
/** Slow frames in a row before something is done. */
const PATIENCE = 4;
/** The hand has to rest this long, milliseconds. */
const REST = 250;

export const fullRatio = (): number => Math.min(SHARPEST, window.devicePixelRatio || 1);

export function PixelRatio() {
  const setDpr = useThree((three) => three.setDpr);
  const get = useThree((three) => three.get);
  const hand = useRef({ busy: false, last: 0, slow: 0 });

  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const stop = onStageBusy((busy) => {
      clearTimeout(resting);
      hand.current = { busy, last: 0, slow: 0 };
      if (!busy) resting = setTimeout(() => setDpr(fullRatio()), REST);
    });
    return () => {
      clearTimeout(resting);
      stop();
    };
  }, [setDpr]);

  useFrame(() => {
    const { busy, last } = hand.current;
    const now = performance.now();
    hand.current.last = now;
    // A long gap is a hand that did not move.
    const took = now - last;
    if (!busy || last === 0 || took > 400) return;
    hand.current.slow = took > SLOW ? hand.current.slow + 1 : 0;
    const { dpr } = get().viewport;
    if (hand.current.slow < PATIENCE || dpr <= COARSEST) return;
    hand.current.slow = 0;
    setDpr(Math.max(COARSEST, dpr * 0.75));
  });
  return null;
}
