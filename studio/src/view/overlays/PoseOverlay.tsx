/** @file What the pose panel draws on the stage: odd joints, triangles that run through others, pins, things looked at. */

import { useEffect } from 'react';
import { watchPose } from '../../state/actions/pose-watch.js';
import { useStudio } from '../../state/store.js';
import { Crossings } from './Crossings.js';
import { LookTargets } from './LookTargets.js';
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
      {tint && <Crossings />}
      <PinMarks />
      <LookTargets />
    </>
  );
}
