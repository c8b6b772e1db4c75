/** @file Draws the stage, at the pace at which it can be drawn. */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { FramePace, isPainting, painted, setFramePace } from './frame-pace.js';
import { graphics } from './graphics.js';

export function Painter() {
  const gl = useThree((three) => three.gl);
  useEffect(() => {
    // Asking whether a shader compiled waits until it has: 80 ms of the page's time for nothing a user could mend.
    gl.debug.checkShaderErrors = import.meta.env.DEV;
    const depth = graphics() === 'processor' ? 1 : 2;
    setFramePace(new FramePace(gl.getContext() as WebGL2RenderingContext, depth));
    return () => setFramePace(null);
  }, [gl]);
  // Above 0: drawing is ours, after everything has been put in its place.
  useFrame(({ gl, scene, camera, invalidate }) => {
    if (isPainting()) {
      gl.render(scene, camera);
      painted();
    } else invalidate();
  }, 1);
  return null;
}
