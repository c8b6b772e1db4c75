/** @file The kind of renderer of this browser, detected once. */

export type Graphics = 'card' | 'processor' | 'none';

/** Names of software renderers. */
const ON_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let known: Graphics | undefined;

export function graphics(): Graphics {
  known ??= detectGraphics();
  return known;
}

function detectGraphics(): Graphics {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return 'none';
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  // The number of contexts per page is limited.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return ON_PROCESSOR.test(name) ? 'processor' : 'card';
}
