/** @file The skeleton, drawn through the mesh: a dot per joint, a line per bone; joints are what a pointer takes hold of. */

import { type ThreeEvent, useThree } from '@react-three/fiber';
import { type Pose, poseJoints, type Skeleton, skeletonDiameter } from 'posespace/rig';
import { useEffect, useMemo } from 'react';
import {
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';
import { shownPose, skeletonOf, useStudio } from '../state/store.js';
import { startDrag } from './drag.js';

/** Size of a joint's dot, of the skeleton's diameter. */
const DOT = 0.009;

export function Bones() {
  const skeleton = useStudio(skeletonOf);
  const xray = useStudio(({ view }) => view.scene.xray);
  const three = useThree();
  const { invalidate } = three;
  const parts = useMemo(() => (skeleton ? createParts(skeleton) : null), [skeleton]);

  useEffect(() => {
    if (!parts || !skeleton) return;
    const apply = (state = useStudio.getState()) => {
      const pose = shownPose(state);
      if (!pose || pose.rotations.length !== skeleton.parents.length * 4) return;
      place(parts, skeleton, pose);
      invalidate();
    };
    apply();
    return useStudio.subscribe((state, before) => {
      if (shownPose(state) !== shownPose(before)) apply(state);
    });
  }, [parts, skeleton, invalidate]);

  if (!parts || !xray) return null;
  const grab = (event: ThreeEvent<PointerEvent>) => {
    if (event.instanceId === undefined || event.button !== 0) return;
    event.stopPropagation();
    startDrag(three, event.nativeEvent, { joint: event.instanceId });
  };
  return (
    <>
      <primitive object={parts.lines} />
      <primitive object={parts.dots} onPointerDown={grab} />
    </>
  );
}

interface Parts {
  readonly dots: InstancedMesh;
  readonly lines: LineSegments<BufferGeometry>;
  readonly size: number;
}

function createParts(skeleton: Skeleton): Parts {
  const count = skeleton.parents.length;
  const material = { depthTest: false, transparent: true };
  const dots = new InstancedMesh(
    new SphereGeometry(1, 12, 8),
    new MeshBasicMaterial({ ...material, color: '#ffffff' }),
    count,
  );
  dots.renderOrder = 11;
  dots.frustumCulled = false;
  dots.name = 'joints';
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(count * 6), 3));
  const lines = new LineSegments(
    geometry,
    new LineBasicMaterial({ ...material, color: '#f2a65a', opacity: 0.9 }),
  );
  lines.renderOrder = 10;
  lines.frustumCulled = false;
  lines.raycast = () => undefined;
  return { dots, lines, size: skeletonDiameter(skeleton) * DOT };
}

function place({ dots, lines, size }: Parts, skeleton: Skeleton, pose: Pose): void {
  const { positions } = poseJoints(skeleton, pose);
  const ends = lines.geometry.getAttribute('position') as BufferAttribute;
  const matrix = new Matrix4();
  skeleton.parents.forEach((parent, j) => {
    const [x, y, z] = positions.subarray(j * 3, j * 3 + 3);
    dots.setMatrixAt(j, matrix.makeScale(size, size, size).setPosition(x, y, z));
    const from = (parent < 0 ? j : parent) * 3;
    ends.setXYZ(j * 2, positions[from], positions[from + 1], positions[from + 2]);
    ends.setXYZ(j * 2 + 1, x, y, z);
  });
  dots.instanceMatrix.needsUpdate = true;
  dots.computeBoundingSphere();
  ends.needsUpdate = true;
}
