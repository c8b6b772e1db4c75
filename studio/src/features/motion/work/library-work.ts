/** @file The motion library in a worker: the bound body is measured once, and moves as often as it is asked. */

import { PosespaceError, type WorkOptions } from 'posespace';
import {
  type CreatedMotion,
  createMotion,
  createMotionBody,
  type MotionBody,
  type MotionStyle,
  motionsOf,
} from 'posespace/motion';
import type { BoundBody, LibraryMotion } from '../../../workers/worker-protocol.js';
import { boundBody } from '../../pose/work/pose-work.js';

let measured: { readonly bound: BoundBody; readonly body: MotionBody } | undefined;

function measuredBody(): MotionBody {
  const bound = boundBody();
  if (measured?.bound !== bound) measured = { bound, body: createMotionBody(bound) };
  return measured.body;
}

/** The motions that the bound body can do. */
export const listLibrary = (): LibraryMotion[] =>
  motionsOf(measuredBody()).map(({ name, summary }) => ({ name, summary }));

/** A motion of the bound body. */
export function performMotion(_: WorkOptions, name: string, style: MotionStyle): CreatedMotion {
  const body = measuredBody();
  const definition = motionsOf(body).find((one) => one.name === name);
  if (definition) return createMotion(body, definition, style);
  throw new PosespaceError('bad-usage', `This body cannot do "${name}"; choose a motion of the gallery.`);
}
