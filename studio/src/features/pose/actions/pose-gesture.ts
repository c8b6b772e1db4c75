/**
 * @file A gesture that moves the body: poses are shown while it lasts, and it becomes one step of the history when it is
 * finished, or nothing at all when it is cancelled.
 */

import type { Pose } from 'posespace/rig';
import { change, currentDocument, setView, shownPose, useStudio } from '../../../store/store.js';
import { pause } from '../../motion/actions/playback.js';

export interface PoseGesture {
  /** The pose on the screen when it began. */
  readonly start: Pose;
  /** The pose that is shown last. */
  readonly pose: Pose;
  readonly open: boolean;
  show(pose: Pose): void;
  /** Makes the pose that is shown the document's. */
  finish(): void;
  /** Shows again what was shown before. */
  cancel(): void;
}

let current: PoseGesture | null = null;

/** Begins a gesture; one that is still open is finished first. */
export function beginPoseGesture(label: string): PoseGesture {
  current?.finish();
  pause();
  const { skeleton } = currentDocument().model;
  const { preview } = useStudio.getState().view.scene;
  const start = shownPose(useStudio.getState())!;
  let pose = start;
  let open = true;
  const close = (): boolean => {
    const was = open;
    open = false;
    if (current === gesture) current = null;
    return was && currentDocument().model.skeleton === skeleton;
  };
  const gesture: PoseGesture = {
    start,
    get pose() {
      return pose;
    },
    get open() {
      return open && currentDocument().model.skeleton === skeleton;
    },
    show(next) {
      if (!gesture.open) return;
      pose = next;
      setView('scene', { preview: pose });
    },
    finish() {
      if (!close() || pose === start) return;
      change(label, (document) => ({ ...document, pose }));
      setView('scene', { preview: null });
    },
    cancel() {
      if (close() && pose !== start) setView('scene', { preview });
    },
  };
  current = gesture;
  return gesture;
}
