/** @file Chooses labels that do not overlap: emphasized ones first, then in order. */

export interface LabelSpot {
  readonly joint: number;
  /** Left end and vertical centre of the text, pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Always shown. */
  readonly emphasized: boolean;
}

/** Height of a label with padding, pixels. */
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
  for (const spot of [...spots].sort((a, b) => Number(b.emphasized) - Number(a.emphasized))) {
    const row = Math.floor(spot.y / HEIGHT);
    const free = [row - 1, row, row + 1].every((near) => isFree(spot, near));
    if (!free && !spot.emphasized) continue;
    shown.add(spot.joint);
    rows.set(row, [...(rows.get(row) ?? []), spot]);
  }
  return shown;
}
