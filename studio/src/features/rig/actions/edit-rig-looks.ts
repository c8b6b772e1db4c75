/** @file What bodies looked like that were turned: the look belongs to a mesh, and comes back with it by undo. */

import type { Look } from 'posespace/io';
import type { Mesh } from 'posespace/mesh';

const looks = new WeakMap<Mesh, Look>();

export const lookOf = (mesh: Mesh): Look | undefined => looks.get(mesh);

export function rememberLook(mesh: Mesh, look: Look): void {
  looks.set(mesh, look);
}
