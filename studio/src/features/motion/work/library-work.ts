/** @file The motion library in a worker: the bound body is measured once, and moves as often as it is asked. */

import { type MotionLibrary, openMotionLibrary, type WorkOptions } from 'posespace';
import type { CreatedMotion, MotionStyle } from 'posespace/motion';
import type { BoundBody, LibraryMotion } from '../../../workers/worker-protocol.js';
import { boundRig } from '../../pose/work/pose-work.js';

let open: { readonly rig: BoundBody; readonly library: MotionLibrary } | undefined;

function currentLibrary(): MotionLibrary {
  const rig = boundRig();
  if (open?.rig !== rig) open = { rig, library: openMotionLibrary(rig) };
  return open.library;
}

/** The motions that the bound body can do. */
export const listLibrary = (): readonly LibraryMotion[] => currentLibrary().motions;

/** A motion of the bound body. */
export const performMotion = (_: WorkOptions, name: string, style: MotionStyle): CreatedMotion =>
  currentLibrary().generate(name, style);
