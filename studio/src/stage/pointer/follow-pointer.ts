/**
 * @file A pointer in hand: it moves in the plane that faces the camera through what it took hold of, and what it took
 * hold of keeps its distance from it.
 */

import { type Camera, Plane, Vector3 } from 'three';
import type { Vector } from '../stage-view.js';
import { rayOf, toScreen } from './stage-pick.js';

type Place = { readonly clientX: number; readonly clientY: number };

/** Gives where what is in hand shall be for a later event; null where the pointer is above the horizon of the plane. */
export function followPointer(
  start: Place,
  point: Vector3,
  camera: Camera,
  element: Element,
): (event: Place) => Vector | null {
  const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point);
  const positionOf = (event: Place) =>
    rayOf(toScreen(event, element), camera).intersectPlane(plane, new Vector3());
  const grabbed = positionOf(start);
  const offset = grabbed ? point.clone().sub(grabbed) : new Vector3();
  return (event) => {
    const place = positionOf(event)?.add(offset);
    return place ? [place.x, place.y, place.z] : null;
  };
}
