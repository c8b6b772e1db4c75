/**
 * @file A drag: the pointer moves a joint, or a point of the surface, in the plane that faces the camera, and the body
 * follows in its pose space. One question is on its way at a time; the newest place wins, so the body is never behind
 * by more than one answer.
 */

import type { RootState } from '@react-three/fiber';
import type { PoseHandle } from 'posespace/pose';
import { type Pose, poseJoints } from 'posespace/rig';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { dragTo, endDrag } from '../state/actions/drag-pose.js';
import { currentDocument } from '../state/store.js';

export interface Grip {
  readonly joint?: number;
  readonly vertex?: number;
  /** Where it was taken hold of; the joint itself by default. */
  readonly point?: Vector3;
}

export function startDrag(three: RootState, event: PointerEvent, grip: Grip): void {
  const { camera, gl, controls } = three;
  const canvas = gl.domElement;
  const orbit = controls as unknown as { enabled: boolean } | null;
  const start = currentDocument().pose;
  const origin = grip.point ?? jointPlace(start, grip.joint!);
  const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), origin);
  const raycaster = new Raycaster();
  const gesture = {};
  const grabbed = placeOf(event);
  const offset = grabbed ? origin.clone().sub(grabbed) : new Vector3();

  function placeOf({ clientX, clientY }: PointerEvent): Vector3 | null {
    const box = canvas.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((clientY - box.top) / box.height) * 2;
    raycaster.setFromCamera(new Vector2(x, y), camera);
    return raycaster.ray.intersectPlane(plane, new Vector3());
  }
  const move = (next: PointerEvent) => {
    const place = placeOf(next)?.add(offset);
    if (!place) return;
    const handle: PoseHandle = {
      joint: grip.joint,
      vertex: grip.vertex,
      position: [place.x, place.y, place.z],
    };
    dragTo(handle, start, gesture);
  };
  const end = () => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', end);
    canvas.removeEventListener('pointercancel', end);
    if (orbit) orbit.enabled = true;
    endDrag();
  };
  if (orbit) orbit.enabled = false;
  canvas.setPointerCapture(event.pointerId);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
}

function jointPlace(pose: Pose, joint: number): Vector3 {
  const { positions } = poseJoints(currentDocument().model.skeleton!, pose);
  return new Vector3(positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]);
}
