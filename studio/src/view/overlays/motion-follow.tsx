/** @file The camera goes along with a body that travels: by what its root moves along the ground. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import type { Vector3 } from 'three';
import { shownPose, useStudio } from '../../state/store.js';

export function Follow() {
  const get = useThree((three) => three.get);
  useEffect(() => {
    let [x, , z] = shownPose(useStudio.getState())?.root ?? [0, 0, 0];
    return useStudio.subscribe((state, before) => {
      const pose = shownPose(state);
      if (!pose || pose === shownPose(before)) return;
      const [dx, dz] = [pose.root[0] - x, pose.root[2] - z];
      [x, , z] = pose.root;
      if (dx === 0 && dz === 0) return;
      const { camera, controls, invalidate } = get();
      const target = (controls as unknown as { readonly target?: Vector3 } | null)?.target;
      for (const place of [camera.position, target]) {
        if (!place) continue;
        place.x += dx;
        place.z += dz;
      }
      invalidate();
    });
  }, [get]);
  return null;
}
