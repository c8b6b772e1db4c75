/** @file Whether the body has been drawn: what stands around it waits until then, so that it comes first. */

import { useEffect, useState } from 'react';
import { stageBody } from '../stage-body.js';
import { onPainted } from './frame-pace.js';

export function useSeen(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(
    () =>
      seen
        ? undefined
        : onPainted(() => {
            if (stageBody()) setSeen(true);
          }),
    [seen],
  );
  return seen;
}
