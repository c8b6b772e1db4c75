/** @file What the motion panel draws on the stage. */

export function MotionOverlay() {
  return null;
}
