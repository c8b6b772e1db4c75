/** @file Pose mode on the stage: unnatural joints, intersecting triangles, pins, look-at targets. */

import { useEffect } from 'react';
import { useStudio } from '../../../store/store.js';
import { watchPose } from '../actions/watch-pose.js';
import { Intersections } from './Intersections.js';
import { LookAtTargets } from './LookAtTargets.js';
import { PinMarks } from './PinMarks.js';
import { TintedJoints } from './TintedJoints.js';

export function PoseOverlay() {
  const posing = useStudio(({ view }) => view.mode === 'pose');
  const tint = useStudio(({ view }) => view.pose.tint);
  useEffect(() => (posing ? watchPose() : undefined), [posing]);
  if (!posing) return null;
  return (
    <>
      {tint && <TintedJoints />}
      {tint && <Intersections />}
      <PinMarks />
      <LookAtTargets />
    </>
  );
}
