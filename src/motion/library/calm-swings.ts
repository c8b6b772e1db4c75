/**
 * @file Keeps joints of a swinging leg from snapping: where a fold is nearly used up, or a long foot is lifted by a short
 * leg, a small way of the foot is a large turn of the knee. In such frames all joints of the leg come nearer to the middle of
 * the frames before and after, until none turns too far; feet that stand are left alone.
 */

import { quaternionAngle, slerpInto } from '../../math/quaternion.js';
import { stands } from './meet-ground.js';
import type { MotionBody } from './motion-body.js';
import type { WorkFrame } from './work-frame.js';

const ROUNDS = 60;

/** Calms the legs of frames in place; `most` is what a joint may turn by from frame to frame, radians. */
export function calmSwings(
  { legs }: MotionBody,
  works: readonly WorkFrame[],
  { loop, most }: { readonly loop: boolean; readonly most: number },
): void {
  const n = works.length;
  const at = (f: number) => works[(f + n) % n].locals;
  const middle = [0, 0, 0, 1];
  for (const [i, { joints }] of legs.entries()) {
    const swings = [...works.keys()].filter(
      (f) => !stands(works[f].frame.feet[i]) && (loop || (f > 0 && f < n - 1)),
    );
    const turns = (f: number) => joints.some((j) => quaternionAngle(at(f - 1), j * 4, at(f), j * 4) > most);
    for (let round = 0; round < ROUNDS; round++) {
      const fast = swings.filter((f) => turns(f) || turns(f + 1));
      if (fast.length === 0) break;
      for (const f of fast) {
        for (const j of joints) {
          slerpInto(middle, 0, at(f - 1), j * 4, at(f + 1), j * 4, 0.5);
          slerpInto(at(f), j * 4, at(f), j * 4, middle, 0, 0.5);
        }
      }
    }
  }
}
