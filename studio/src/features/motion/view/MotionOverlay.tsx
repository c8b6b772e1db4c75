/** @file Motion mode on the stage: onion skins, motion path, contacts, and a following camera. */

import { useEffect } from 'react';
import { stageCamera } from '../../../stage/camera/stage-camera.js';
import { shownPose, useStudio } from '../../../store/store.js';
import { Ghosts } from './motion-ghosts.js';
import { ContactPatches } from './motion-ground.js';
import { Path } from './motion-path.js';

export function MotionOverlay() {
  const inMotion = useStudio(({ view }) => view.mode === 'motion');
  const ghosts = useStudio(({ view }) => view.motion.ghosts);
  const path = useStudio(({ view }) => view.motion.path);
  const contacts = useStudio(({ view }) => view.motion.showContacts);
  const follow = useStudio(({ view }) => view.motion.follow);
  if (!inMotion) return null;
  return (
    <>
      {ghosts && <Ghosts />}
      {path && <Path />}
      {contacts && <ContactPatches />}
      {follow && <Follow />}
    </>
  );
}

/** Moves the camera with the root's horizontal motion. */
function Follow() {
  useEffect(() => {
    let [x, , z] = shownPose(useStudio.getState())?.root ?? [0, 0, 0];
    return useStudio.subscribe((state, before) => {
      const pose = shownPose(state);
      if (!pose || pose === shownPose(before)) return;
      const [dx, dz] = [pose.root[0] - x, pose.root[2] - z];
      [x, , z] = pose.root;
      if (dx === 0 && dz === 0) return;
      const { target } = stageCamera.goal;
      stageCamera.goTo({ target: [target[0] + dx, target[1], target[2] + dz] }, true);
    });
  }, []);
  return null;
}
