/**
 * @file A gesture that moves the body: poses are previewed while it lasts; it becomes one history step when it is
 * finished, or nothing when it is cancelled.
 */

import type { Pose } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument, setView, shownPose, useStudio } from '../../../store/store.js';
import { pause } from '../../motion/actions/playback.js';

export interface PoseGesture {
  /** The visible pose at the start. */
  readonly start: Pose;
  /** The pose shown last. */
  readonly pose: Pose;
  readonly open: boolean;
  show(pose: Pose): void;
  /** Applies the shown pose to the document. */
  finish(): void;
  /** Restores what was visible before. */
  cancel(): void;
}

let current: PoseGesture | null = null;

const touch = ({ touched = [] }: StudioDocument, joints: readonly number[]): Partial<StudioDocument> =>
  joints.length === 0 ? {} : { touched: [...new Set([...touched, ...joints])] };

/** Starts a gesture; an open one is finished first. The touched joints stay where it leaves them. */
export function beginPoseGesture(label: string, touched: readonly number[] = []): PoseGesture {
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
      change(label, (document) => ({ ...document, pose, ...touch(document, touched) }));
      setView('scene', { preview: null });
    },
    cancel() {
      if (close() && pose !== start) setView('scene', { preview });
    },
  };
  current = gesture;
  return gesture;
}
