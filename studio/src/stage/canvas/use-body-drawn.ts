/** @file Whether the body has been drawn: what stands around it waits until then, so that it comes first. */

import { useEffect, useState } from 'react';
import { stageBody } from '../stage-body.js';
import { onPainted } from './frame-pace.js';

export function useBodyDrawn(): boolean {
  const [bodyDrawn, setBodyDrawn] = useState(false);
  useEffect(
    () =>
      bodyDrawn
        ? undefined
        : onPainted(() => {
            if (stageBody()) setBodyDrawn(true);
          }),
    [bodyDrawn],
  );
  return bodyDrawn;
}
