/** @file How well each joint was seen over the video, the least seen first. */

import { useMemo } from 'react';
import { percent } from '../../../controls/Slider.js';
import { jointLabel } from '../../../store/joint-label.js';
import { documentOf, useStudio } from '../../../store/store.js';
import type { FollowedVideo } from '../../../workers/worker-protocol.js';
import { isSeen, rankJoints } from '../actions/joint-confidence.js';

export function JointConfidence({ fit, frame }: { readonly fit: FollowedVideo; readonly frame: number }) {
  const skeleton = useStudio((state) => documentOf(state)?.model.skeleton);
  const skin = useStudio((state) => documentOf(state)?.model.skin);
  const ranked = useMemo(() => {
    const hasSurface = new Array<boolean>(fit.jointCount).fill(false);
    skin?.joints.forEach((joint, i) => {
      if (skin.weights[i] > 0.3) hasSurface[joint] = true;
    });
    return rankJoints(fit, hasSurface);
  }, [fit, skin]);
  if (!skeleton) return null;
  return (
    <>
      <p className="hint">Frames in which each joint is seen. What is not seen is the pose space's guess.</p>
      <ul className="video-joints" aria-label="How well joints are seen">
        {ranked.map(({ joint, share }) => (
          <li key={joint}>
            <span className={isSeen(fit, joint, frame) ? 'video-seen' : 'video-guessed'} aria-hidden="true" />
            <span className="video-joint-name">{jointLabel(skeleton.names[joint])}</span>
            <meter
              min={0}
              max={1}
              low={0.34}
              high={0.67}
              optimum={1}
              value={share}
              aria-label={jointLabel(skeleton.names[joint])}
            />
            <span className="video-share">{percent(share)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
