/** @file Look-at targets: a draggable sphere each, with a line to the joint. */

import { type ThreeEvent, useThree } from '@react-three/fiber';
import { poseJoints } from 'posespace/rig';
import { useEffect, useMemo } from 'react';
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Vector3 } from 'three';
import { useBody } from '../../../stage/stage-body.js';
import type { Pin } from '../../../store/document.js';
import { documentOf, shownPose, skeletonOf, useStudio } from '../../../store/store.js';
import { startLookAtDrag } from '../actions/look-at.js';
import { dragPoint } from './drag-point.js';

/** Radius of a sphere, as a share of the body's radius. */
const SIZE = 0.03;
const COLOR = '#5aa9f2';
const NO_PINS: readonly Pin[] = [];

type LookAtPin = Pin & { readonly lookAt: NonNullable<Pin['lookAt']> };

export function LookAtTargets() {
  const pins = useStudio((state) => documentOf(state)?.pins ?? NO_PINS);
  const moved = useStudio(({ view }) => view.pose.lookAt);
  const looking = useMemo(
    () =>
      pins
        .filter((pin): pin is LookAtPin => pin.lookAt !== undefined)
        .map((pin) => (pin.joint === moved?.joint ? { ...pin, lookAt: moved.target } : pin)),
    [pins, moved],
  );
  const radius = useBody()?.radius ?? 1;
  const three = useThree();
  const grab = (event: ThreeEvent<PointerEvent>, { joint, lookAt }: LookAtPin) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const drag = startLookAtDrag(joint);
    dragPoint(
      three,
      event.nativeEvent,
      new Vector3(...lookAt),
      ({ x, y, z }) => drag.moveTo([x, y, z]),
      () => void drag.finish(),
    );
  };
  return (
    <>
      {looking.map((pin) => (
        <mesh
          key={pin.joint}
          position={[...pin.lookAt]}
          scale={radius * SIZE}
          renderOrder={12}
          onPointerDown={(event) => grab(event, pin)}
        >
          <sphereGeometry args={[1, 20, 14]} />
          <meshBasicMaterial color={COLOR} transparent opacity={0.85} depthTest={false} />
        </mesh>
      ))}
      <LookAtLines pins={looking} />
    </>
  );
}

function LookAtLines({ pins }: { readonly pins: readonly LookAtPin[] }) {
  const skeleton = useStudio(skeletonOf);
  const invalidate = useThree((three) => three.invalidate);
  const lines = useMemo(() => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(pins.length * 6), 3));
    const material = new LineBasicMaterial({
      color: COLOR,
      transparent: true,
      opacity: 0.6,
      depthTest: false,
    });
    const object = new LineSegments(geometry, material);
    object.renderOrder = 12;
    object.frustumCulled = false;
    object.raycast = () => undefined;
    return object;
  }, [pins]);
  useEffect(() => {
    if (!skeleton) return;
    const ends = lines.geometry.getAttribute('position') as BufferAttribute;
    const apply = (state = useStudio.getState()) => {
      const pose = shownPose(state);
      if (pose?.rotations.length !== skeleton.parents.length * 4) return;
      const { positions } = poseJoints(skeleton, pose);
      pins.forEach(({ joint, lookAt }, i) => {
        const [x, y, z] = positions.subarray(joint * 3, joint * 3 + 3);
        ends.setXYZ(i * 2, x, y, z);
        ends.setXYZ(i * 2 + 1, ...lookAt);
      });
      ends.needsUpdate = true;
      invalidate();
    };
    apply();
    const end = useStudio.subscribe((state, before) => {
      if (shownPose(state) !== shownPose(before)) apply(state);
    });
    return () => {
      end();
      lines.geometry.dispose();
      lines.material.dispose();
    };
  }, [lines, pins, skeleton, invalidate]);
  return <primitive object={lines} />;
}
