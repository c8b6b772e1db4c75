/** @file The body on the stage: its surface in the pose that is shown. */

import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { SkinnedMesh } from 'three';
import { documentOf, shownPose, useStudio } from '../state/store.js';
import { createBodyGeometry, createBones, createMaterials, poseBones, setSkin } from './body-geometry.js';

export function Body() {
  const mesh = useStudio((state) => documentOf(state)?.model.mesh);
  const skeleton = useStudio((state) => documentOf(state)?.model.skeleton);
  const skin = useStudio((state) => documentOf(state)?.model.skin);
  const look = useStudio(({ view }) => view.scene.look);
  const invalidate = useThree((three) => three.invalidate);

  const geometry = useMemo(() => (mesh && look ? createBodyGeometry(mesh, look) : null), [mesh, look]);
  const materials = useMemo(() => (look ? createMaterials(look, invalidate) : []), [look, invalidate]);
  const body = useMemo(() => {
    if (!geometry || !skin || !skeleton) return null;
    setSkin(geometry, skin);
    const skinned = new SkinnedMesh(geometry, materials);
    skinned.name = 'body';
    skinned.castShadow = true;
    // A pose may leave the box of the rest pose.
    skinned.frustumCulled = false;
    skinned.bind(createBones(skeleton.parents.length));
    return skinned;
  }, [geometry, materials, skin, skeleton]);

  useEffect(() => () => geometry?.dispose(), [geometry]);
  useEffect(
    () => () => {
      for (const material of materials) material.dispose();
    },
    [materials],
  );

  // Poses change many times a second: they go to the bones without a round through React.
  useEffect(() => {
    if (!body || !skeleton) return;
    const apply = (state = useStudio.getState()) => {
      const pose = shownPose(state);
      if (!pose || pose.rotations.length !== skeleton.parents.length * 4) return;
      poseBones(body.skeleton, skeleton, pose);
      invalidate();
    };
    apply();
    return useStudio.subscribe((state, before) => {
      if (shownPose(state) !== shownPose(before)) apply(state);
    });
  }, [body, skeleton, invalidate]);

  return body && <primitive object={body} />;
}
