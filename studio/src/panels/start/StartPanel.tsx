/** @file The start panel. */

export function StartPanel() {
  return <h2>Start</h2>;
}
