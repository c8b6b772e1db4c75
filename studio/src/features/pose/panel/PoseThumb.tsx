/** @file A thumbnail of a pose. */

import type { Pose } from 'posespace/rig';
import { useEffect, useState } from 'react';
import { thumbnail } from '../../../stage/capture/capture.js';

export function PoseThumb({
  pose,
  size,
  label,
}: {
  readonly pose: Pose;
  readonly size: number;
  readonly label: string;
}) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void thumbnail(pose, size).then(
      (url) => {
        if (wanted) setPicture(url || null);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [pose, size]);
  return (
    <span className="pose-thumb">
      {picture ? (
        <img src={picture} alt={label} draggable={false} />
      ) : (
        <span className="thumb-wait" aria-hidden="true" />
      )}
    </span>
  );
}
