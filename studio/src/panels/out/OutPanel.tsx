/** @file The out panel. */

export function OutPanel() {
  return <h2>Out</h2>;
}
