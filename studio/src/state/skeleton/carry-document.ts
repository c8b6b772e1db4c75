/** @file A document whose skeleton was edited: everything that refers to joints comes along. */

import type { Clip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { Pin, StudioDocument } from '../../store/document.js';
import { carryBody } from './carry-body.js';
import { createPoseCarrier } from './carry-pose.js';
import { carrySkin, heirsOf } from './carry-skin.js';
import type { EditedTree, JointTree } from './draft.js';

/** The joints of a document, as edits take them. */
export const treeOf = ({ model, partners }: StudioDocument): JointTree => ({
  skeleton: model.skeleton!,
  partners,
});

export function carryDocument(document: StudioDocument, edited: EditedTree): StudioDocument {
  const { model, confidence, body, pose, pins, library, sketch } = document;
  const tree = treeOf(document);
  const numbers = new Map(Array.from(edited.source, (old, j) => [old, j] as const));
  const carry = createPoseCarrier(tree.skeleton, edited);
  return {
    ...document,
    model: {
      ...model,
      skeleton: edited.skeleton,
      skin: model.skin && carrySkin(model.skin, heirsOf(tree, edited)),
      clips: model.clips.map((clip) => carryClip(clip, carry, numbers)),
    },
    partners: edited.partners,
    confidence: confidence && carryConfidence(confidence, tree, edited),
    body: body && carryBody(body, edited),
    pose: carry(pose),
    pins: pins.flatMap((pin): Pin[] => {
      const joint = numbers.get(pin.joint);
      return joint === undefined ? [] : [{ ...pin, joint }];
    }),
    library: library.map((entry) => ({ ...entry, pose: carry(entry.pose) })),
    sketch: { ...sketch, keys: sketch.keys.map((key) => ({ ...key, pose: carry(key.pose) })) },
  };
}

function carryClip(clip: Clip, carry: (pose: Pose) => Pose, numbers: ReadonlyMap<number, number>): Clip {
  const { poses, scales } = clip;
  const carried: Clip = { ...clip, poses: poses.map(carry) };
  if (!scales) return carried;
  return {
    ...carried,
    scales: scales.flatMap((track) => {
      const joint = numbers.get(track.joint);
      return joint === undefined ? [] : [{ ...track, joint }];
    }),
  };
}

/** What a person put somewhere is where it should be. */
function carryConfidence(
  confidence: Float32Array,
  { skeleton: before }: JointTree,
  { skeleton, source }: EditedTree,
): Float32Array {
  return Float32Array.from(source, (old, j) =>
    old >= 0 && [0, 1, 2].every((k) => before.rest[old * 3 + k] === skeleton.rest[j * 3 + k])
      ? confidence[old]
      : 1,
  );
}
