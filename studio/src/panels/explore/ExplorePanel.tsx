/** @file The explore panel. */

export function ExplorePanel() {
  return <h2>Explore</h2>;
}
