/** @file The skinned mesh on the stage, in the visible pose. */

import { useFrame, useThree } from '@react-three/fiber';
import type { Pose, Skeleton } from 'posespace/rig';
import { useEffect, useMemo } from 'react';
import type { SkinnedMesh } from 'three';
import { documentOf, shownPose, useStudio } from '../store/store.js';
import { createBones, createSkinned, poseBones } from './body-geometry.js';
import { bodyParts, onPicture } from './body-parts.js';
import { bodyBounds } from './measure-body.js';
import { paintBody, setStageBody, stageBody } from './stage-body.js';

export function Body() {
  const model = useStudio((state) => documentOf(state)?.model);
  const appearance = useStudio(({ view }) => view.scene.appearance);
  const invalidate = useThree((three) => three.invalidate);
  const skeleton = model?.skeleton;
  const parts = useMemo(() => (model ? bodyParts(model, appearance) : null), [model, appearance]);
  const object = useMemo(() => {
    if (!parts || !skeleton) return null;
    const skinned = createSkinned(parts.geometry, parts.materials, createBones(skeleton.parents.length));
    skinned.name = 'body';
    return skinned;
  }, [parts, skeleton]);

  const bounds = useMemo(() => model && bodyBounds(model), [model]);

  useEffect(() => onPicture(invalidate), [invalidate]);
  useEffect(() => () => object?.skeleton.dispose(), [object]);
  useEffect(() => {
    if (!skeleton || !bounds) return;
    setStageBody({ object, skeleton, radius: bounds.radius, update: createUpdate(object, skeleton) });
    invalidate();
    return () => {
      paintBody(null);
      setStageBody(null);
    };
  }, [object, skeleton, bounds, invalidate]);

  // Poses change many times per second: they are applied to the bones once per frame, without React renders.
  useEffect(
    () =>
      useStudio.subscribe((state, before) => {
        if (shownPose(state) !== shownPose(before)) invalidate();
      }),
    [invalidate],
  );
  useFrame(() => stageBody()?.update());

  return object && <primitive object={object} />;
}

function createUpdate(object: SkinnedMesh | null, skeleton: Skeleton): () => void {
  let applied: Pose | null = null;
  return () => {
    const pose = shownPose(useStudio.getState());
    if (!object || !pose || pose === applied || pose.rotations.length !== skeleton.parents.length * 4) return;
    poseBones(object.skeleton, skeleton, pose);
    applied = pose;
  };
}
