/** @file Thumbnails of poses, and the button of a pose card. */

import type { Pose } from 'posespace/rig';
import { useEffect, useState } from 'react';
import { thumbnail } from '../../../stage/capture/capture.js';
import { setView } from '../../../store/store.js';

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

/** Thumbnail size of cards, pixels. */
const CARD_SIZE = 160;

/** The button of a pose card: hovering previews the pose, a click applies it. */
export function PoseCardButton({
  pose,
  name,
  pressed,
  onApply,
}: {
  readonly pose: Pose;
  readonly name: string;
  readonly pressed?: boolean;
  readonly onApply: () => void;
}) {
  const preview = (over: boolean) => setView('scene', { preview: over ? pose : null });
  return (
    <button
      type="button"
      className="pose-card-main"
      aria-label={`Apply ${name}`}
      aria-pressed={pressed}
      title={`Apply ${name}`}
      onClick={onApply}
      onPointerEnter={() => preview(true)}
      onPointerLeave={() => preview(false)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && preview(true)}
      onBlur={() => preview(false)}
    >
      <PoseThumb pose={pose} size={CARD_SIZE} label="" />
    </button>
  );
}
