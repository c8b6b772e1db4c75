/** @file Applies the stage view to a Three.js camera. */

import type { PerspectiveCamera } from 'three';
import { cameraPosition } from '../stage-view.js';
import { stageCamera } from './stage-camera.js';

export function applyView(camera: PerspectiveCamera): void {
  const { shown, radius } = stageCamera;
  camera.position.set(...cameraPosition(shown));
  camera.lookAt(...shown.target);
  camera.fov = (shown.fieldOfView * 180) / Math.PI;
  camera.near = Math.max(shown.distance - 6 * radius, shown.distance / 100);
  camera.far = shown.distance + 60 * radius;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}
