/** @file What the rig panel draws on the stage. */

export function RigOverlay() {
  return null;
}
