/**
 * @file Places a skeleton that was made for this very mesh by another tool. Some write joints in the mesh's own units,
 * some in those of the mesh scaled to a box: from −0.5 to 0.5, from −1 to 1, or standing on the ground with a longest side
 * of 1. Of the placements that put most of the joints inside the box of the mesh, the one with most of its bones inside the
 * surface is taken: a body that is about 1 long fits its box in several ways.
 *
 * Facts: RigNet scales by the longest side, centres x and z and puts the lowest point at y = 0 (zhan-xu/RigNet);
 * Puppeteer and UniRig centre the box.
 */

import { boxCenter, computeBox, longestSide } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import type { Skeleton } from '../rig-records.js';

/** Share of joints that must lie inside the box. */
const INSIDE = 0.8;
/** How far outside of the box still counts as inside, as a fraction of the longest side. */
const MARGIN = 0.05;
/** How much larger the share of bones inside the surface must be for joints to be moved. */
const MORE = 0.1;

/** The skeleton in the units of the mesh; undefined where no known placement fits. */
export function placeSkeleton(
  skeleton: Skeleton,
  mesh: Mesh,
): { readonly skeleton: Skeleton; readonly moved: boolean } | undefined {
  const box = computeBox(mesh.positions);
  const size = longestSide(box) || 1;
  const center = boxCenter(box);
  const ground = [center[0], box.min[1], center[2]];
  const placements = [
    { scale: 1, origin: [0, 0, 0] },
    { scale: size, origin: center },
    { scale: size / 2, origin: center },
    { scale: size, origin: ground },
  ];
  const fitting = placements.flatMap(({ scale, origin }) => {
    const rest = skeleton.rest.map((value, i) => value * scale + origin[i % 3]);
    let inside = 0;
    for (let j = 0; j < rest.length; j += 3) {
      const isInside = [0, 1, 2].every(
        (k) => rest[j + k] > box.min[k] - MARGIN * size && rest[j + k] < box.max[k] + MARGIN * size,
      );
      if (isInside) inside++;
    }
    const extent = longestSide(computeBox(rest));
    // A tiny skeleton lies inside of every box: it must fill some of it.
    const fits = inside * 3 >= INSIDE * rest.length && (extent > size / 4 || rest.length <= 3);
    return fits ? [{ skeleton: { ...skeleton, rest }, moved: scale !== 1 || origin[1] !== 0, extent }] : [];
  });
  if (fitting.length === 0) return undefined;
  fitting.sort((a, b) => Number(a.moved) - Number(b.moved) || b.extent - a.extent);
  const shares = fitting.length > 1 ? fitting.map((one) => shareInside(one.skeleton, mesh)) : [1];
  const best = fitting.reduce((kept, _, i) => (shares[i] > shares[kept] + MORE ? i : kept), 0);
  return { skeleton: fitting[best].skeleton, moved: fitting[best].moved };
}

/** Share of joints and of middles of bones that lie inside the surface, whichever way that faces. */
function shareInside({ rest, parents }: Skeleton, mesh: Mesh): number {
  const winding = createWindingNumber(mesh);
  const points = Array.from(parents, (parent, j) => (parent < 0 ? [j, j] : [j, j, parent, j])).flat();
  let inside = 0;
  for (let i = 0; i < points.length; i += 2) {
    const [x, y, z] = [0, 1, 2].map((k) => (rest[points[i] * 3 + k] + rest[points[i + 1] * 3 + k]) / 2);
    if (Math.abs(winding(x, y, z)) >= 0.5) inside++;
  }
  return inside / (points.length / 2);
}
