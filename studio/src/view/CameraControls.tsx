/** @file Orbit, pan and zoom, and framing the body when asked to. */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { type PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { documentOf, useStudio } from '../state/store.js';

export function CameraControls() {
  const camera = useThree((three) => three.camera) as PerspectiveCamera;
  const element = useThree((three) => three.gl.domElement);
  const invalidate = useThree((three) => three.invalidate);
  const set = useThree((three) => three.set);
  const request = useStudio(({ view }) => view.scene.frameRequest);

  const controls = useMemo(() => {
    const orbit = new OrbitControls(camera, element);
    orbit.enableDamping = true;
    orbit.dampingFactor = 0.12;
    return orbit;
  }, [camera, element]);

  useEffect(() => {
    const change = () => invalidate();
    controls.addEventListener('change', change);
    set({ controls });
    return () => {
      controls.removeEventListener('change', change);
      controls.dispose();
    };
  }, [controls, invalidate, set]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request frames the body, nothing else does
  useEffect(() => {
    const model = documentOf(useStudio.getState())?.model;
    const points = model && (model.mesh.positions.length > 0 ? model.mesh.positions : model.skeleton?.rest);
    if (!points) return;
    const { center, radius } = boundingSphere(points);
    const distance = (radius / Math.sin((camera.fov * Math.PI) / 360)) * 1.15;
    const direction = new Vector3(0.75, 0.35, 1).normalize();
    controls.target.copy(center);
    camera.position.copy(center).addScaledVector(direction, distance);
    camera.near = distance / 1000;
    camera.far = distance * 100;
    camera.updateProjectionMatrix();
    controls.update();
    invalidate();
  }, [request]);

  useFrame(() => {
    controls.update();
  });
  return null;
}

function boundingSphere(points: Float32Array): { center: Vector3; radius: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  const center = new Vector3(...low.map((value, k) => (value + high[k]) / 2));
  const radius = Math.hypot(...low.map((value, k) => high[k] - value)) / 2;
  return { center, radius: radius || 1 };
}
