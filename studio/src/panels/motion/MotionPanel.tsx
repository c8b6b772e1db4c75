/** @file The motion panel. */

export function MotionPanel() {
  return <h2>Motion</h2>;
}
