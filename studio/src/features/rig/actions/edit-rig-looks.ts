/** @file What bodies looked like that were turned: the appearance belongs to a mesh, and comes back with it by undo. */

import type { Look } from 'posespace/io';
import type { Mesh } from 'posespace/mesh';

const appearances = new WeakMap<Mesh, Look>();

export const appearanceOf = (mesh: Mesh): Look | undefined => appearances.get(mesh);

export function rememberAppearance(mesh: Mesh, appearance: Look): void {
  appearances.set(mesh, appearance);
}
