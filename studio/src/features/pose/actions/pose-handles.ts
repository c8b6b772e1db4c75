/** @file What holds while something is dragged, as the verb takes it: pins, locked feet, joints that were dragged before. */

import type { PoseDragOptions } from 'posespace';
import type { IndexedHandle } from 'posespace/pose';
import { type Pose, poseJoints } from 'posespace/rig';
import type { Pin, StudioDocument } from '../../../store/document.js';

/** The options of a drag; pins hold where `from`, the pose before it, has them. */
export function dragOptions(document: StudioDocument, from: Pose): PoseDragOptions {
  return {
    from,
    pins: document.pins.flatMap((pin) => pinHandle(document, from, pin)),
    touched: document.touched,
  };
}

/** The handle of a pin. */
export function pinHandle(
  { model }: Pick<StudioDocument, 'model'>,
  from: Pose,
  { joint, position, rotation, lookAt }: Pin,
): IndexedHandle[] {
  if (!position && !rotation && !lookAt) return [];
  const turned = rotation && !lookAt;
  return [
    {
      joint,
      ...(position && { pin: true }),
      ...(turned && { rotation: rotationOf(poseJoints(model.skeleton!, from), joint) }),
      ...(lookAt && { lookAt }),
    },
  ];
}

const rotationOf = (
  { rotations }: ReturnType<typeof poseJoints>,
  joint: number,
): [number, number, number, number] => {
  const [x, y, z, w] = rotations.subarray(joint * 4, joint * 4 + 4);
  return [x, y, z, w];
};
