/** @file What this browser draws with; asked once. */

export type Graphics = 'card' | 'processor' | 'none';

/** Renderers that draw on the processor, by the names they go by. */
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
  // A page has few of these.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return ON_PROCESSOR.test(name) ? 'processor' : 'card';
}
