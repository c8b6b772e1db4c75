/**
 * @file Pointer input in edit mode: drags a joint in the plane that faces the camera (Shift snaps to the centre of
 * the limb, Alt moves child joints too), or adds a joint inside the body with a click.
 */

import { findMidpointInside, findSpansInside } from 'posespace/mesh';
import { restPosition, type Vec3 } from 'posespace/rig';
import { Plane, type Ray, Vector3 } from 'three';
import type { StagePress } from '../../../stage/pointer/claim-pointer.js';
import { currentDocument, setView, useStudio } from '../../../store/store.js';
import { addJointAt, cancelJointDrag, dragJoint, endJointDrag } from '../actions/edit-rig.js';

/** Pointer movement below which a press is a click, pixels. */
const CLICK_SLACK = 4;

const point = ({ x, y, z }: Vector3): Vec3 => [x, y, z];

/** Handles a press on a joint, or adds one. */
export function editPress(press: StagePress): boolean {
  const { view } = useStudio.getState();
  if (!view.rig.editing || press.event.button !== 0) return false;
  if (view.rig.adding) {
    addUnder(press);
    return true;
  }
  if (press.joint < 0) return false;
  setView('scene', { selected: press.joint });
  startJointDrag(press);
  return true;
}

function startJointDrag({ event, joint, ray, canvas, rayOf }: StagePress): void {
  const { mesh, skeleton } = currentDocument().model;
  const origin = new Vector3(...restPosition(skeleton!, joint));
  const plane = new Plane().setFromNormalAndCoplanarPoint(ray.direction.clone().negate(), origin);
  const grabbed = ray.intersectPlane(plane, new Vector3()) ?? origin.clone();
  const offset = origin.clone().sub(grabbed);
  const gesture = {};
  let moved = false;
  const move = (next: PointerEvent): void => {
    if (next.pointerId !== event.pointerId) return;
    moved ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > CLICK_SLACK;
    if (!moved) return;
    const along = rayOf(next);
    const free = along.intersectPlane(plane, new Vector3())?.add(offset);
    if (!free) return;
    const middle = next.shiftKey ? middleOf(along, free) : null;
    dragJoint(joint, middle ?? point(free), next.altKey, gesture);
  };
  const middleOf = (along: Ray, near: Vector3): Vec3 | null =>
    findMidpointInside(mesh, point(along.origin), point(along.direction), near.distanceTo(along.origin));
  const stop = (): void => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', end);
    canvas.removeEventListener('pointercancel', end);
    window.removeEventListener('keydown', cancel, { capture: true });
  };
  const end = (next: PointerEvent): void => {
    if (next.pointerId !== event.pointerId) return;
    stop();
    if (moved) endJointDrag(joint);
  };
  const cancel = (next: KeyboardEvent): void => {
    if (next.key !== 'Escape') return;
    next.preventDefault();
    next.stopPropagation();
    stop();
    cancelJointDrag();
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  window.addEventListener('keydown', cancel, { capture: true });
}

/** Adds a joint at the centre of the body under the pointer, or in the parent's plane where the pointer is beside the body. */
function addUnder({ ray }: StagePress): void {
  const { mesh, skeleton } = currentDocument().model;
  const { selected } = useStudio.getState().view.scene;
  const inside = findSpansInside(mesh, point(ray.origin), point(ray.direction)).find(({ to }) => to > 0);
  const parent = selected >= 0 ? selected : nearestJoint(ray);
  const beside = new Plane().setFromNormalAndCoplanarPoint(
    ray.direction.clone().negate(),
    new Vector3(...restPosition(skeleton!, parent)),
  );
  const place = inside
    ? ray.at((inside.from + inside.to) / 2, new Vector3())
    : ray.intersectPlane(beside, new Vector3());
  if (place) addJointAt(parent, point(place));
}

function nearestJoint(ray: Ray): number {
  const { skeleton } = currentDocument().model;
  let [nearest, least] = [0, Infinity];
  for (let j = 0; j < skeleton!.parents.length; j++) {
    const distance = ray.distanceSqToPoint(new Vector3(...restPosition(skeleton!, j)));
    if (distance < least) [nearest, least] = [j, distance];
  }
  return nearest;
}
