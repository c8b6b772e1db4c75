/**
 * @file Places a skeleton that was made for this very mesh by another tool. Some write joints in the mesh's own units,
 * some in those of the mesh scaled to a box: from −0.5 to 0.5, from −1 to 1, or standing on the ground with a longest side
 * of 1. Of the placements that put most of the joints inside the box of the mesh, the mesh's own or the largest is taken.
 *
 * Facts: RigNet scales by the longest side, centres x and z and puts the lowest point at y = 0 (zhan-xu/RigNet);
 * Puppeteer and UniRig centre the box.
 */

import { boxCenter, computeBox, longestSide } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skeleton } from '../rig-records.js';

/** Share of joints that must lie inside the box. */
const INSIDE = 0.8;
/** How far outside of the box still counts as inside, as a fraction of the longest side. */
const MARGIN = 0.05;

/** The skeleton in the units of the mesh; undefined where no known placement fits. */
export function placeSkeleton(
  skeleton: Skeleton,
  { positions }: Mesh,
): { readonly skeleton: Skeleton; readonly moved: boolean } | undefined {
  const box = computeBox(positions);
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
  const best = fitting.find(({ moved }) => !moved) ?? fitting.sort((a, b) => b.extent - a.extent)[0];
  return best && { skeleton: best.skeleton, moved: best.moved };
}
