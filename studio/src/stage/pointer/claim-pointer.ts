/**
 * @file Overlays may claim a pointer press on the stage before the body and the camera get it, for instance to move
 * joints in edit mode: `useEffect(() => claimPointer(({ event, joint }) => { …; return true; }), [])`. The claimant
 * listens to the canvas for later events; the pointer is captured.
 */

import type { Ray } from 'three';

export interface StagePress {
  readonly event: PointerEvent;
  /** The joint under the pointer, −1 where there is none. */
  readonly joint: number;
  /** From the camera through the pointer. */
  readonly ray: Ray;
  readonly canvas: HTMLCanvasElement;
  /** The ray of a later event. */
  rayOf(event: PointerEvent): Ray;
}

/** Returns true to claim the pointer. */
export type PointerClaim = (press: StagePress) => boolean;

const claims: PointerClaim[] = [];

/** Adds a claim; the newest is tried first. Returns a function that removes it. */
export function claimPointer(claim: PointerClaim): () => void {
  claims.unshift(claim);
  return () => claims.splice(claims.indexOf(claim), 1);
}

export const isClaimed = (press: StagePress): boolean => claims.some((claim) => claim(press));
