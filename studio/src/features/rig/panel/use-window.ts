/** @file Which rows of a long list are in sight. */

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows beyond the edges that are drawn too. */
const MARGIN = 6;

export function useWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [place, setPlace] = useState({ top: 0, height: 400 });
  const measure = () => {
    const element = list.current;
    if (element) setPlace({ top: element.scrollTop, height: element.clientHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter list may have scrolled by itself
  useLayoutEffect(measure, [count]);
  const first = Math.max(0, Math.min(Math.floor(place.top / rowHeight) - MARGIN, count));
  const last = Math.min(count, Math.ceil((place.top + place.height) / rowHeight) + MARGIN);
  return { first, last, onScroll: measure };
}
