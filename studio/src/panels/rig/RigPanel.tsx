/** @file The rig panel. */

export function RigPanel() {
  return <h2>Rig</h2>;
}
