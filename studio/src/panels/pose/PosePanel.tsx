/** @file The pose panel. */

export function PosePanel() {
  return <h2>Pose</h2>;
}
