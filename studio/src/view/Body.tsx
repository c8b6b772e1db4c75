/** @file The body on the stage: its surface in the pose that is shown. */

import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { SkinnedMesh } from 'three';
import { documentOf, shownPose, useStudio } from '../state/store.js';
import { createBones, poseBones } from './body-geometry.js';
import { bodyParts, onPicture } from './body-parts.js';
import { bodyBounds } from './measure-body.js';
import { paintBody, setStageBody } from './stage-body.js';

export function Body() {
  const model = useStudio((state) => documentOf(state)?.model);
  const look = useStudio(({ view }) => view.scene.look);
  const invalidate = useThree((three) => three.invalidate);
  const skeleton = model?.skeleton;
  const parts = useMemo(() => (model ? bodyParts(model, look) : null), [model, look]);
  const object = useMemo(() => {
    if (!parts || !skeleton) return null;
    const skinned = new SkinnedMesh(parts.geometry, parts.materials);
    skinned.name = 'body';
    // A pose may leave the box of the rest pose.
    skinned.frustumCulled = false;
    skinned.bind(createBones(skeleton.parents.length));
    return skinned;
  }, [parts, skeleton]);

  useEffect(() => onPicture(invalidate), [invalidate]);
  useEffect(() => () => object?.skeleton.dispose(), [object]);
  const bounds = useMemo(() => model && bodyBounds(model), [model]);
  useEffect(() => {
    if (!skeleton || !bounds) return;
    setStageBody({ object, skeleton, radius: bounds.radius });
    return () => {
      paintBody(null);
      setStageBody(null);
    };
  }, [object, skeleton, bounds]);

  // Poses change many times a second: they go to the bones without a round through React.
  useEffect(() => {
    if (!object || !skeleton) return;
    const apply = (state = useStudio.getState()) => {
      const pose = shownPose(state);
      if (!pose || pose.rotations.length !== skeleton.parents.length * 4) return;
      poseBones(object.skeleton, skeleton, pose);
      invalidate();
    };
    apply();
    return useStudio.subscribe((state, before) => {
      if (shownPose(state) !== shownPose(before)) apply(state);
    });
  }, [object, skeleton, invalidate]);

  return object && <primitive object={object} />;
}
