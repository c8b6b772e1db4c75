/**
 * @file Waits until the graphics card has drawn what it was told to. Reading a picture before that stops the page until
 * it has: seconds, where it makes its first shaders without a card.
 */

import type { WebGLRenderer } from 'three';

/** Between two materials, milliseconds. */
const PAUSE = 2;

export async function untilDrawn(renderer: WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return;
  gl.flush();
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && !gl.isContextLost()) {
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  gl.deleteSync(fence);
}
