/** @file Connects pointer input to the stage. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import type { PerspectiveCamera } from 'three';
import { applyView } from '../camera/apply-view.js';
import { onPainted } from '../canvas/frame-pace.js';
import { setStageBusy } from '../canvas/stage-busy.js';
import { gizmoState } from '../gizmo/Gizmo.js';
import { markFrame } from './mark-latency.js';
import { listenToPointers } from './pointer-hub.js';

export function PointerControl() {
  const canvas = useThree((three) => three.gl.domElement);
  const get = useThree((three) => three.get);
  useEffect(
    () =>
      listenToPointers({
        canvas,
        camera() {
          const camera = get().camera as PerspectiveCamera;
          // A pointer event may precede the frame that moves the camera.
          applyView(camera);
          return camera;
        },
        isGizmoBusy: () => gizmoState.busy,
        onBusy: setStageBusy,
      }),
    [canvas, get],
  );
  useEffect(() => onPainted(markFrame), []);
  return null;
}
