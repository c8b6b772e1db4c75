/** @file The camera goes along with a body that travels: by what its root moves along the ground. */

import { useEffect } from 'react';
import { stageCamera } from '../../../stage/camera/stage-camera.js';
import { shownPose, useStudio } from '../../../store/store.js';

export function Follow() {
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
