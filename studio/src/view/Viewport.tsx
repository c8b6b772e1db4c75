/** @file The stage: camera, light, ground, body, bones. Drawn when something changes, not all the time. */

import { Canvas } from '@react-three/fiber';
import { Body } from './Body.js';
import { Bones } from './Bones.js';
import { CameraControls } from './CameraControls.js';
import { MotionOverlay } from './overlays/MotionOverlay.js';
import { PoseOverlay } from './overlays/PoseOverlay.js';
import { RigOverlay } from './overlays/RigOverlay.js';

export function Viewport() {
  return (
    <Canvas
      frameloop="demand"
      shadows
      camera={{ fov: 35, position: [3, 2, 4], near: 0.001, far: 5000 }}
      aria-label="The creature; drag it to pose it"
    >
      <hemisphereLight args={['#ffffff', '#8c8578', 1.6]} />
      <directionalLight position={[3, 6, 4]} intensity={2.2} />
      <Body />
      <Bones />
      <RigOverlay />
      <PoseOverlay />
      <MotionOverlay />
      <CameraControls />
    </Canvas>
  );
}
