/** @file Motions of the library in random styles, as clips to learn from. */

import type { Rng } from '../../src/base/rng.js';
import type { Clip } from '../../src/motion/clip.js';
import { createMotion } from '../../src/motion/library/create-motion.js';
import { createMotionBody } from '../../src/motion/library/motion-body.js';
import { motionsOf } from '../../src/motion/library/motions.js';
import type { Rig } from '../../src/rig/rig-records.js';

/** Few frames of many motions teach more than many of few: neighbouring frames are nearly the same pose. */
const FRAME_RATE = 12;

/** At most so many of the motions that a body can do, drawn at random. */
export function libraryClips(rig: Rig, rng: Rng, most = Number.POSITIVE_INFINITY): Clip[] {
  if (most === 0) return [];
  const body = createMotionBody(rig);
  const left = [...motionsOf(body)];
  const clips: Clip[] = [];
  while (left.length > 0 && clips.length < most) {
    const [definition] = left.splice(rng.integer(left.length), 1);
    const style = { seed: rng.integer(1e6), energy: rng.range(0.7, 1.4), frameRate: FRAME_RATE };
    try {
      const { clip } = createMotion(body, definition, style);
      clips.push({ ...clip, name: `library ${definition.name}` });
    } catch {
      // A body that cannot do what its plan promises is no example.
    }
  }
  return clips;
}
