import { describe, expect, it } from 'vitest';
import { cameraPosition, type StageView } from '../stage-view.js';
import { approach, axesOf, isSame, metresPerPixel, nearestTurn, orbitBy, panBy, zoomBy } from './orbit.js';

const VIEW: StageView = {
  target: [1, 2, 3],
  azimuth: 0.4,
  elevation: 0.3,
  distance: 5,
  fieldOfView: 0.6,
};

describe('orbit', () => {
  it('orbits the target and stops before straight up', () => {
    const rotated = orbitBy(VIEW, 1, 9);
    expect(rotated.target).toEqual(VIEW.target);
    expect(rotated.azimuth).toBeCloseTo(1.4);
    expect(rotated.elevation).toBeLessThan(Math.PI / 2);
  });

  it('has the axes of its camera', () => {
    const { right, up, forward } = axesOf(VIEW);
    const place = cameraPosition(VIEW);
    for (let k = 0; k < 3; k++) expect(place[k] + 5 * forward[k]).toBeCloseTo(VIEW.target[k]);
    const cross = [0, 1, 2].map((k) => {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3];
      return right[a] * up[b] - right[b] * up[a];
    });
    cross.forEach((value, k) => {
      expect(value).toBeCloseTo(-forward[k]);
    });
  });

  it('pans so that the point under the pointer stays there', () => {
    const moved = panBy(VIEW, 10, 0, 500);
    const { right } = axesOf(VIEW);
    const size = metresPerPixel(VIEW, 500);
    moved.target.forEach((value, k) => {
      expect(value).toBeCloseTo(VIEW.target[k] - right[k] * 10 * size);
    });
  });

  it('zooms onto the pointer', () => {
    const anchor = { x: 40, y: -20 };
    const near = zoomBy(VIEW, 0.5, 1, anchor, 500);
    expect(near.distance).toBeCloseTo(2.5);
    const { right, up } = axesOf(VIEW);
    const under = (view: StageView) =>
      [0, 1, 2].map(
        (k) => view.target[k] + (right[k] * anchor.x - up[k] * anchor.y) * metresPerPixel(view, 500),
      );
    under(near).forEach((value, k) => {
      expect(value).toBeCloseTo(under(VIEW)[k]);
    });
    expect(zoomBy(VIEW, 1e-9, 1, null, 500).distance).toBeCloseTo(0.05);
  });

  it('approaches by the shorter rotation', () => {
    const to = { ...VIEW, azimuth: nearestTurn(0.4 + 6 * Math.PI, VIEW.azimuth), distance: 20 };
    expect(to.azimuth).toBeCloseTo(0.4);
    expect(approach(VIEW, to, 0.5).distance).toBeCloseTo(10);
    expect(isSame(approach(VIEW, to, 1), to)).toBe(true);
    expect(isSame(VIEW, to)).toBe(false);
  });
});
