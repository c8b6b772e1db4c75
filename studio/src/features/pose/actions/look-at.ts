/** @file Dragging a look-at target. The newest position wins; on release, target and pose are one history step. */

import type { Pose } from 'posespace/rig';
import { barePose, type Pin } from '../../../store/document.js';
import {
  change,
  currentDocument,
  errorMessage,
  notify,
  setView,
  skeletonOf,
  useStudio,
} from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { nextDrag } from './drag-pose.js';
import { dragOptions, pinHandle } from './pose-handles.js';
import { pinOf, withPin } from './pose-pins.js';

type Point = NonNullable<Pin['lookAt']>;

export interface LookAtDrag {
  moveTo(target: Point): void;
  finish(): Promise<void>;
}

/** Starts a drag of the look-at target of a joint. */
export function startLookAtDrag(joint: number): LookAtDrag {
  const document = currentDocument();
  const skeleton = document.model.skeleton!;
  const pin = pinOf(document, joint);
  const isHere = () => skeletonOf(useStudio.getState()) === skeleton;
  const id = nextDrag();
  const [handle] = pinHandle(document, document.pose, { ...pin, lookAt: pin.lookAt ?? [0, 0, 0] });
  const options = { ...dragOptions(document, document.pose), feet: [], locality: 0 };
  let pose: Pose = document.pose;
  let requested: Point | null = null;
  let last = pin.lookAt;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    try {
      while (requested && isHere()) {
        const target = requested;
        requested = null;
        pose = barePose(await callWorker('interactive', 'drag', [id, [handle, options], target]));
        if (isHere()) setView('scene', { preview: pose });
      }
    } catch (error) {
      notify('error', errorMessage(error));
    } finally {
      working = null;
    }
  }
  return {
    moveTo(target) {
      requested = target;
      last = target;
      setView('pose', { lookAt: { joint, target } });
      working ??= work();
    },
    async finish() {
      await working;
      if (isHere() && last !== pin.lookAt) {
        change('Move look-at target', (now) => withPin({ ...now, pose }, { ...pin, lookAt: last }));
      }
      setView('scene', { preview: null });
      setView('pose', { lookAt: null });
    },
  };
}
