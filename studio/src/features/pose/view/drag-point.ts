/** @file Drags a point on the stage in the plane that faces the camera. */

import type { RootState } from '@react-three/fiber';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';

/** Follows the pointer until it is released; `onMove` gets the new position, metres. */
export function dragPoint(
  { camera, gl, controls }: RootState,
  event: PointerEvent,
  origin: Vector3,
  onMove: (position: Vector3) => void,
  onEnd: () => void,
): void {
  const canvas = gl.domElement;
  const orbit = controls as unknown as { enabled: boolean } | null;
  const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), origin);
  const raycaster = new Raycaster();
  const positionOf = ({ clientX, clientY }: PointerEvent): Vector3 | null => {
    const box = canvas.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((clientY - box.top) / box.height) * 2;
    raycaster.setFromCamera(new Vector2(x, y), camera);
    return raycaster.ray.intersectPlane(plane, new Vector3());
  };
  const grabbed = positionOf(event);
  const offset = grabbed ? origin.clone().sub(grabbed) : new Vector3();
  const move = (next: PointerEvent) => {
    const position = positionOf(next);
    if (position) onMove(position.add(offset));
  };
  const end = () => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', end);
    canvas.removeEventListener('pointercancel', end);
    if (orbit) orbit.enabled = true;
    onEnd();
  };
  if (orbit) orbit.enabled = false;
  canvas.setPointerCapture(event.pointerId);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
}
