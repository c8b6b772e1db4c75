/** @file Whether this browser draws in 3D; asked once. */

let known: boolean | undefined;

export function hasWebgl(): boolean {
  if (known === undefined) {
    const context = document.createElement('canvas').getContext('webgl2');
    known = context !== null;
    // A page has few of these.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  }
  return known;
}
