/** @file Pins: constraints on joints while something else is dragged. */

import { rotateVectorInto } from 'posespace';
import { poseJoints, skeletonDiameter } from 'posespace/rig';
import { forwardOf } from '../../../store/body-directions.js';
import type { Pin, StudioDocument } from '../../../store/document.js';
import { change, currentDocument } from '../../../store/store.js';

export type PinKind = 'position' | 'rotation' | 'lookAt';

const LABELS: Readonly<Record<PinKind, string>> = {
  position: 'position',
  rotation: 'rotation',
  lookAt: 'look-at',
};

/** Initial distance of a look-at target, as a share of the skeleton's diameter. */
const LOOK_DISTANCE = 0.2;

export const pinOf = ({ pins }: StudioDocument, joint: number): Pin =>
  pins.find((pin) => pin.joint === joint) ?? { joint, position: false, rotation: false };

/** Adds or removes one kind of pin. */
export function togglePin(joint: number, kind: PinKind): void {
  const document = currentDocument();
  const pin = pinOf(document, joint);
  const name = document.model.skeleton!.names[joint];
  const isOn = kind === 'lookAt' ? pin.lookAt !== undefined : pin[kind];
  const value = kind === 'lookAt' ? (isOn ? undefined : pointAhead(document, joint)) : !isOn;
  const verb = isOn ? 'Unpin' : 'Pin';
  change(`${verb} ${LABELS[kind]} of ${name}`, (now) =>
    withPin(now, { ...pinOf(now, joint), [kind]: value }),
  );
}

export function removePin(joint: number): void {
  const name = currentDocument().model.skeleton!.names[joint];
  change(`Unpin ${name}`, (now) => withPin(now, { joint, position: false, rotation: false }));
}

export function removeAllPins(): void {
  change('Remove all pins', (now) => ({ ...now, pins: [] }));
}

/** Lets a joint that was dragged move again with the rest of the body; without a joint, all of them. */
export function releaseJoint(joint?: number): void {
  change('Release', (now) => ({
    ...now,
    touched: joint === undefined ? [] : now.touched?.filter((one) => one !== joint),
  }));
}

/** A document with a changed pin; empty pins are removed. */
export function withPin(document: StudioDocument, pin: Pin): StudioDocument {
  const others = document.pins.filter(({ joint }) => joint !== pin.joint);
  const holds = pin.position || pin.rotation || pin.lookAt !== undefined;
  const at = document.pins.findIndex(({ joint }) => joint === pin.joint);
  if (!holds) return { ...document, pins: others };
  if (at < 0) return { ...document, pins: [...document.pins, pin] };
  return { ...document, pins: document.pins.map((old, i) => (i === at ? pin : old)) };
}

/** A point ahead of a joint, in the direction that it faces now. */
function pointAhead(document: StudioDocument, joint: number): [number, number, number] {
  const { model, pose } = document;
  const skeleton = model.skeleton!;
  const { positions, rotations } = poseJoints(skeleton, pose);
  const ahead = [...forwardOf(document.model)];
  rotateVectorInto(ahead, 0, rotations, joint * 4, ahead, 0);
  const distance = LOOK_DISTANCE * skeletonDiameter(skeleton);
  const at = (k: number) => positions[joint * 3 + k] + ahead[k] * distance;
  return [at(0), at(1), at(2)];
}
