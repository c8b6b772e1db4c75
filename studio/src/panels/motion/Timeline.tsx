/** @file The timeline. */

export function Timeline() {
  return <div />;
}
