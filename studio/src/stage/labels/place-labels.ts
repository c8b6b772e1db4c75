/** @file Which labels are shown where they would lie on each other: those that matter most, then whoever comes first. */

export interface LabelSpot {
  readonly joint: number;
  /** Left end and middle of the text, pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Shown before others, whatever lies below. */
  readonly meant: boolean;
}

/** Height of a label with the air around it, pixels. */
const HEIGHT = 18;

/** The joints whose labels are shown. */
export function placeLabels(spots: readonly LabelSpot[]): Set<number> {
  const shown = new Set<number>();
  const rows = new Map<number, LabelSpot[]>();
  const isFree = (spot: LabelSpot, row: number): boolean =>
    (rows.get(row) ?? []).every(
      (other) =>
        Math.abs(other.y - spot.y) >= HEIGHT ||
        spot.x >= other.x + other.width ||
        other.x >= spot.x + spot.width,
    );
  for (const spot of [...spots].sort((a, b) => Number(b.meant) - Number(a.meant))) {
    const row = Math.floor(spot.y / HEIGHT);
    const free = [row - 1, row, row + 1].every((near) => isFree(spot, near));
    if (!free && !spot.meant) continue;
    shown.add(spot.joint);
    rows.set(row, [...(rows.get(row) ?? []), spot]);
  }
  return shown;
}
