/** @file Marks at joints: one shape, instanced at some joints of the visible pose, drawn through the body. */

import { useThree } from '@react-three/fiber';
import { type Pose, poseJoints, type Skeleton } from 'posespace/rig';
import { useEffect, useMemo } from 'react';
import { type BufferGeometry, Color, InstancedMesh, Matrix4, MeshBasicMaterial } from 'three';
import { shownPose, skeletonOf, useStudio } from '../../../store/store.js';

export interface JointMark {
  readonly joint: number;
  readonly color: string;
  /** Metres. */
  readonly size: number;
}

/** Opacity and render order of all marks. */
export interface MarkStyle {
  readonly opacity: number;
  readonly order: number;
}

/** Marks that follow the pose; drawn over everything, ignored by pointers. */
export function useJointMarks(
  geometry: BufferGeometry,
  marks: readonly JointMark[],
  { opacity, order }: MarkStyle,
): InstancedMesh | null {
  const skeleton = useStudio(skeletonOf);
  const invalidate = useThree((three) => three.invalidate);
  const object = useMemo(
    () => (marks.length > 0 ? createMarks(geometry, marks, { opacity, order }) : null),
    [geometry, marks, opacity, order],
  );
  useEffect(() => {
    invalidate();
    if (!object || !skeleton) return;
    const apply = (state = useStudio.getState()) => {
      const pose = shownPose(state);
      if (pose?.rotations.length !== skeleton.parents.length * 4) return;
      placeMarks(object, skeleton, pose, marks);
      invalidate();
    };
    apply();
    const end = useStudio.subscribe((state, before) => {
      if (shownPose(state) !== shownPose(before)) apply(state);
    });
    return () => {
      end();
      object.dispose();
      (object.material as MeshBasicMaterial).dispose();
    };
  }, [object, skeleton, marks, invalidate]);
  return object;
}

function createMarks(
  geometry: BufferGeometry,
  marks: readonly JointMark[],
  { opacity, order }: MarkStyle,
): InstancedMesh {
  const material = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, opacity });
  const object = new InstancedMesh(geometry, material, marks.length);
  const color = new Color();
  marks.forEach((mark, i) => {
    object.setColorAt(i, color.set(mark.color));
  });
  object.renderOrder = order;
  object.frustumCulled = false;
  object.raycast = () => undefined;
  return object;
}

function placeMarks(
  object: InstancedMesh,
  skeleton: Skeleton,
  pose: Pose,
  marks: readonly JointMark[],
): void {
  const { positions } = poseJoints(skeleton, pose);
  const matrix = new Matrix4();
  marks.forEach(({ joint, size }, i) => {
    const [x, y, z] = positions.subarray(joint * 3, joint * 3 + 3);
    object.setMatrixAt(i, matrix.makeScale(size, size, size).setPosition(x, y, z));
  });
  object.instanceMatrix.needsUpdate = true;
}
