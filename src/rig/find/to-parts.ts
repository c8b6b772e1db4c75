/**
 * @file The joints of what is no body: always as many, on the bones that the shape has. How many branches thinning finds in
 * a teapot or a tree changes with every vertex; a number that does would be of no use to anyone.
 */

import { type BodyFrame, fromFrame, toFrame } from './body-frame.js';
import type { DraftJoint } from './draft-joints.js';
import type { FoundSkeleton } from './find-skeleton.js';
import { fitJointCount } from './match-joint-count.js';

/** Joints of what is no body. */
export const PART_COUNT = 16;

/** A skeleton of parts, and the mirror image of each: itself on the plane, −1 where there is none. [J] */
export interface FoundParts extends FoundSkeleton {
  readonly partner: Int16Array;
}

/** Mirror images are this near to each other, over the longest side. */
const SAME = 1e-4;

/** The skeleton with `PART_COUNT` joints; one that is a single joint stays. */
export function toParts(found: FoundSkeleton, frame: BodyFrame): FoundParts {
  const { skeleton, radii } = found;
  const places = toFrame(frame, skeleton.rest);
  const draft = Array.from(skeleton.parents, (parent, j): DraftJoint => {
    const position = [places[j * 3], places[j * 3 + 1], places[j * 3 + 2]] as const;
    return { position, radius: radii[j], parent, kind: 'trunk', odds: found.confidence[j] };
  });
  const joints = fitJointCount(draft, PART_COUNT, frame.symmetric);
  const frames = new Float32Array(joints.length * 4);
  for (let j = 0; j < joints.length; j++) frames[j * 4 + 3] = 1;
  return {
    ...found,
    skeleton: {
      names: joints.map((_, j) => `part${j + 1}`),
      parents: Int16Array.from(joints, ({ parent }) => parent),
      rest: fromFrame(
        frame,
        joints.flatMap(({ position }) => [...position]),
      ),
      frames,
    },
    confidence: Float32Array.from(joints, ({ odds }) => odds),
    radii: Float32Array.from(joints, ({ radius }) => radius),
    partner: Int16Array.from(joints, ({ position: [x, y, z] }) =>
      frame.symmetric
        ? joints.findIndex(
            ({ position }) => Math.hypot(position[0] + x, position[1] - y, position[2] - z) < SAME,
          )
        : -1,
    ),
  };
}
