/** @file A document after an edit of its skeleton: everything that refers to joints is transferred. */

import type { Clip } from 'posespace/motion';
import {
  createPoseTransfer,
  type EditableSkeleton,
  type EditedSkeleton,
  type Pose,
  transferAnatomy,
  transferSkin,
} from 'posespace/rig';
import { partnersOf } from '../../../store/body-directions.js';
import {
  type Pin,
  type Sketch,
  type StudioClip,
  type StudioDocument,
  sketchOf,
} from '../../../store/document.js';

/** The skeleton of a document with its partners, as edits take it. */
export const editableSkeleton = ({ model }: Pick<StudioDocument, 'model'>): Required<EditableSkeleton> => ({
  skeleton: model.skeleton!,
  partners: partnersOf(model),
});

export function transferDocument(document: StudioDocument, edited: EditedSkeleton): StudioDocument {
  const { model, confidence, pose, pins, library, sketch, drafts } = document;
  const tree = editableSkeleton(document);
  const indices = new Map(Array.from(edited.source, (old, j) => [old, j] as const));
  const transfer = createPoseTransfer(tree.skeleton, edited);
  return {
    ...document,
    model: {
      ...model,
      skeleton: edited.skeleton,
      skin: model.skin && transferSkin(model.skin, edited),
      anatomy: model.anatomy && transferAnatomy(model.anatomy, tree.skeleton, edited),
      clips: model.clips.map((clip) => transferClip(clip, transfer, indices)),
    },
    confidence: confidence && transferConfidence(confidence, tree, edited),
    pose: transfer(pose),
    pins: pins.flatMap((pin): Pin[] => {
      const joint = indices.get(pin.joint);
      return joint === undefined ? [] : [{ ...pin, joint }];
    }),
    touched: document.touched?.flatMap((joint) => indices.get(joint) ?? []),
    library: library.map((entry) => ({ ...entry, pose: transfer(entry.pose) })),
    sketch: transferSketch(sketch, transfer, indices),
    ...(drafts && { drafts: drafts.map((draft) => transferSketch(draft, transfer, indices)) }),
  };
}

function transferSketch(
  sketch: Sketch,
  transfer: (pose: Pose) => Pose,
  indices: ReadonlyMap<number, number>,
): Sketch {
  const keys = sketch.keys.map(({ joints, ...key }) => ({
    ...key,
    pose: transfer(key.pose),
    ...(joints && { joints: joints.flatMap((joint) => indices.get(joint) ?? []) }),
  }));
  return { ...sketch, keys };
}

function transferClip(
  clip: Clip,
  transfer: (pose: Pose) => Pose,
  indices: ReadonlyMap<number, number>,
): Clip {
  const { poses, scales } = clip;
  const sketch = sketchOf(clip);
  const moved: StudioClip = {
    ...clip,
    poses: poses.map(transfer),
    ...(sketch && { sketch: transferSketch(sketch, transfer, indices) }),
  };
  if (!scales) return moved;
  return {
    ...moved,
    scales: scales.flatMap((track) => {
      const joint = indices.get(track.joint);
      return joint === undefined ? [] : [{ ...track, joint }];
    }),
  };
}

/** A joint that was placed by hand is certain. */
function transferConfidence(
  confidence: Float32Array,
  { skeleton: before }: EditableSkeleton,
  { skeleton, source }: EditedSkeleton,
): Float32Array {
  return Float32Array.from(source, (old, j) =>
    old >= 0 && [0, 1, 2].every((k) => before.rest[old * 3 + k] === skeleton.rest[j * 3 + k])
      ? confidence[old]
      : 1,
  );
}
