/** @file What the pose panel draws on the stage. */

export function PoseOverlay() {
  return null;
}
