/** @file Editing the skeleton: what the rig panel and the stage do to joints. Each is one step of the history. */

import {
  addJoint,
  centerJoint,
  deleteJoint,
  deleteProblem,
  type EditedSkeleton,
  findAffectedJoints,
  findMirrorPlane,
  type MirrorPlane,
  moveJoint,
  renameJoint,
  renameProblem,
  reparentJoint,
  reparentProblem,
  splitBone,
  type Vec3,
} from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument, notify, setView, undoChange, useStudio } from '../../../store/store.js';
import { conventionOf, rememberConvention } from './convert-joint-names.js';
import { editableSkeleton, transferDocument } from './transfer-document.js';
import { LARGE, markStale, staleJoints } from './update-weights.js';

const isSymmetric = (): boolean => useStudio.getState().view.rig.symmetric;

/** The plane that edits are mirrored at, null where they are not. */
const mirrorOf = (document: StudioDocument): MirrorPlane | null =>
  isSymmetric() ? findMirrorPlane(editableSkeleton(document), document.body) : null;

const nameOf = ({ model }: StudioDocument, joint: number): string => model.skeleton!.names[joint];

/** Puts an edited skeleton into the document; weights follow when the hand rests. */
function applyEdit(
  label: string,
  before: StudioDocument,
  edited: EditedSkeleton,
  selected: number,
  gesture: object = {},
): void {
  const carried = transferDocument(before, edited);
  rememberConvention(edited.skeleton.names, conventionOf(before));
  const touched = findAffectedJoints(editableSkeleton(before), edited);
  edited.source.forEach((old, j) => {
    if (staleJoints(before).has(old)) touched.add(j);
  });
  change(label, (now) => markStale(keepSolved(carried, now, edited), touched), gesture);
  setView('scene', { selected, hovered: -1 });
}

/** Within a drag, weights that came in meanwhile are nearer to right than those that it began with. */
function keepSolved(
  carried: StudioDocument,
  now: StudioDocument,
  { source }: EditedSkeleton,
): StudioDocument {
  const sameJoints = source.length === now.partners.length && source.every((old, j) => old === j);
  return sameJoints ? { ...carried, model: { ...carried.model, skin: now.model.skin } } : carried;
}

/** Says why not, where something cannot be done. */
function allowed(reason: string | null): boolean {
  if (reason) notify('info', reason);
  return reason === null;
}

/** Puts a joint into the bone that ends at this one. */
export function splitSelected(joint: number): void {
  const document = currentDocument();
  if (!allowed(joint === 0 ? 'No bone ends at the root; select another joint to split its bone.' : null))
    return;
  const edited = splitBone(editableSkeleton(document), joint, { symmetric: isSymmetric() });
  applyEdit(`Split ${nameOf(document, joint)}`, document, edited, edited.added);
}

/** Adds a child to a joint; without a position, further on in the direction of its bone. */
export function addJointAt(joint: number, position?: Vec3): void {
  const document = currentDocument();
  const size = document.body?.axes.size ?? 1;
  const edited = addJoint(editableSkeleton(document), joint, { position, mirror: mirrorOf(document), size });
  applyEdit(`Add a joint to ${nameOf(document, joint)}`, document, edited, edited.added);
  setView('rig', { adding: false });
}

export function deleteSelected(joint: number): void {
  const document = currentDocument();
  const tree = editableSkeleton(document);
  if (!allowed(deleteProblem(tree, joint))) return;
  const edited = deleteJoint(tree, joint, { symmetric: isSymmetric() });
  const parent = edited.source.indexOf(Math.max(0, tree.skeleton.parents[joint]));
  applyEdit(`Delete ${nameOf(document, joint)}`, document, edited, parent);
}

export function reparentSelected(joint: number, parent: number): void {
  const document = currentDocument();
  const tree = editableSkeleton(document);
  if (tree.skeleton.parents[joint] === parent || !allowed(reparentProblem(tree, joint, parent))) return;
  const edited = reparentJoint(tree, joint, parent, { symmetric: isSymmetric() });
  const label = `Hang ${nameOf(document, joint)} from ${nameOf(document, parent)}`;
  applyEdit(label, document, edited, edited.source.indexOf(joint));
}

/** Gives a joint a name; weights and poses do not depend on it. */
export function nameJoint(joint: number, name: string): void {
  const document = currentDocument();
  const tree = editableSkeleton(document);
  if (tree.skeleton.names[joint] === name || !allowed(renameProblem(tree, joint, name))) return;
  const { names } = renameJoint(tree, joint, name, { symmetric: isSymmetric() }).skeleton;
  rememberConvention(names, null);
  change(
    `Rename ${tree.skeleton.names[joint]}`,
    (now) => ({ ...now, model: { ...now.model, skeleton: { ...now.model.skeleton!, names } } }),
    {},
  );
}

/** Moves a joint, as typed. */
export function placeJoint(joint: number, position: Vec3): void {
  const document = currentDocument();
  const edited = moveJoint(editableSkeleton(document), joint, position, { mirror: mirrorOf(document) });
  applyEdit(`Move ${nameOf(document, joint)}`, document, edited, joint);
}

/** Moves a joint into the middle of the flesh around its bone. */
export function centerSelected(joint: number): void {
  const document = currentDocument();
  const { mesh, skeleton } = document.model;
  const middle = centerJoint(mesh, skeleton!, joint);
  if (!allowed(middle ? null : 'There is no flesh around this joint; move it into the body first.')) return;
  placeJoint(joint, middle!);
}

/** How long a hand has to rest before weights follow, milliseconds. */
const SETTLE = 150;
let drag: { readonly start: StudioDocument; readonly gesture: object; edited: EditedSkeleton } | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Moves a joint as part of a drag: shown at once, put into the document when the hand rests or lets go. The same
 * `gesture` is the same drag.
 */
export function dragJoint(joint: number, position: Vec3, withChildren: boolean, gesture: object): void {
  const start = drag?.gesture === gesture ? drag.start : currentDocument();
  const edited = moveJoint(editableSkeleton(start), joint, position, {
    mirror: mirrorOf(start),
    withChildren,
  });
  drag = { start, gesture, edited };
  setView('rig', { draft: edited.skeleton.rest });
  clearTimeout(settling);
  // Of a large body weights take so long that they only come when it is let go.
  const { triangles } = start.model.mesh;
  if (triangles.length <= 3 * LARGE) settling = setTimeout(() => settle(joint), SETTLE);
}

export function endJointDrag(joint: number): void {
  settle(joint);
  drag = null;
  setView('rig', { draft: null });
}

/** Gives up a drag: everything is where it was. */
export function cancelJointDrag(): void {
  clearTimeout(settling);
  const settled = drag && useStudio.getState().history?.present.gesture === drag.gesture;
  drag = null;
  setView('rig', { draft: null });
  if (settled) undoChange();
}

function settle(joint: number): void {
  clearTimeout(settling);
  if (!drag || drag.edited.skeleton === currentDocument().model.skeleton) return;
  const { start, gesture, edited } = drag;
  applyEdit(`Move ${nameOf(start, joint)}`, start, edited, joint, gesture);
}
