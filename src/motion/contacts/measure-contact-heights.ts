/** @file Height of each contact track's part over time, for plots. */

import { lowestPoint } from '../../rig/ground.js';
import type { PartialRig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import type { ClipContacts } from './contact-record.js';
import { createContactScene } from './contact-scene.js';

/** Height of the lowest point of each track's part above the ground by frame, metres. [tracks][F] */
export function measureContactHeights(body: PartialRig, clip: Clip, contacts: ClipContacts): Float64Array[] {
  const scene = createContactScene(body, clip, { ground: contacts.ground, loop: contacts.loop });
  const { carriers, rig } = scene.motion.anatomy;
  const { parents } = rig.skeleton;
  return contacts.tracks.map(({ joint }) => {
    const end = carriers[joint];
    const own = [...scene.parts.keys()].filter((i) => {
      let j = scene.parts[i];
      while (j > end) j = parents[j];
      return j === end && end >= 0;
    });
    return Float64Array.from(scene.positions, (positions) => {
      const lowest = lowestPoint(positions, own);
      return lowest < Infinity ? lowest - contacts.ground : 0;
    });
  });
}
