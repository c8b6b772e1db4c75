/** @file Editing the skeleton: what the rig panel and the stage do to joints. Each is one step of the history. */

import { addLeaf, splitBone } from '../../../state/skeleton/add-joint.js';
import { carryDocument, treeOf } from '../../../state/skeleton/carry-document.js';
import { deleteJoint, whyNotDelete } from '../../../state/skeleton/delete-joint.js';
import { type EditedTree, type Point, placeOf } from '../../../state/skeleton/draft.js';
import { centerAcross } from '../../../state/skeleton/limb-middle.js';
import { touchedBy } from '../../../state/skeleton/merge-skins.js';
import { findMirrorPlane, type MirrorPlane } from '../../../state/skeleton/mirror.js';
import { moveJoint } from '../../../state/skeleton/move-joint.js';
import { renameJoint, whyNotRename } from '../../../state/skeleton/rename-joint.js';
import { reparentJoint, whyNotReparent } from '../../../state/skeleton/reparent-joint.js';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument, notify, setView, undoChange, useStudio } from '../../../store/store.js';
import { conventionOf, rememberConvention } from './convert-joint-names.js';
import { LARGE, markStale, staleJoints } from './update-weights.js';

const isSymmetric = (): boolean => useStudio.getState().view.rig.symmetric;

/** The plane that edits are mirrored at, null where they are not. */
const mirrorOf = (document: StudioDocument): MirrorPlane | null =>
  isSymmetric() ? findMirrorPlane(treeOf(document), document.body) : null;

const nameOf = ({ model }: StudioDocument, joint: number): string => model.skeleton!.names[joint];

/** Puts an edited skeleton into the document; weights follow when the hand rests. */
function applyEdit(
  label: string,
  before: StudioDocument,
  edited: EditedTree,
  selected: number,
  gesture: object = {},
): void {
  const carried = carryDocument(before, edited);
  rememberConvention(edited.skeleton.names, conventionOf(before));
  const touched = touchedBy(treeOf(before), edited);
  edited.source.forEach((old, j) => {
    if (staleJoints(before).has(old)) touched.add(j);
  });
  change(label, (now) => markStale(keepSolved(carried, now, edited), touched), gesture);
  setView('scene', { selected, hovered: -1 });
}

/** Within a drag, weights that came in meanwhile are nearer to right than those that it began with. */
function keepSolved(carried: StudioDocument, now: StudioDocument, { source }: EditedTree): StudioDocument {
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
  const edited = splitBone(treeOf(document), joint, mirrorOf(document));
  applyEdit(`Split ${nameOf(document, joint)}`, document, edited, edited.added);
}

/** Hangs a new joint from another. */
export function addJointAt(joint: number, place: Point): void {
  const document = currentDocument();
  const size = document.body?.axes.size ?? 1;
  const edited = addLeaf(treeOf(document), joint, place, mirrorOf(document), size);
  applyEdit(`Add a joint to ${nameOf(document, joint)}`, document, edited, edited.added);
  setView('rig', { adding: false });
}

/** Hangs a new joint from another, on in the direction of its bone. */
export function addJointAhead(joint: number): void {
  const { skeleton } = currentDocument().model;
  const parent = skeleton!.parents[joint];
  const here = placeOf(skeleton!, joint);
  const from = parent >= 0 ? placeOf(skeleton!, parent) : ([here[0], here[1] - 0.1, here[2]] as const);
  addJointAt(joint, [0, 1, 2].map((k) => here[k] + 0.5 * (here[k] - from[k])) as unknown as Point);
}

export function deleteSelected(joint: number): void {
  const document = currentDocument();
  const tree = treeOf(document);
  if (!allowed(whyNotDelete(tree, joint))) return;
  const edited = deleteJoint(tree, joint, isSymmetric());
  const parent = edited.source.indexOf(Math.max(0, tree.skeleton.parents[joint]));
  applyEdit(`Delete ${nameOf(document, joint)}`, document, edited, parent);
}

export function reparentSelected(joint: number, parent: number): void {
  const document = currentDocument();
  const tree = treeOf(document);
  if (tree.skeleton.parents[joint] === parent || !allowed(whyNotReparent(tree, joint, parent))) return;
  const edited = reparentJoint(tree, joint, parent, isSymmetric());
  const label = `Hang ${nameOf(document, joint)} from ${nameOf(document, parent)}`;
  applyEdit(label, document, edited, edited.source.indexOf(joint));
}

/** Gives a joint a name; weights and poses do not depend on it. */
export function nameJoint(joint: number, name: string): void {
  const document = currentDocument();
  const tree = treeOf(document);
  if (tree.skeleton.names[joint] === name || !allowed(whyNotRename(tree, joint, name))) return;
  const names = renameJoint(tree, joint, name, isSymmetric());
  rememberConvention(names, null);
  change(
    `Rename ${tree.skeleton.names[joint]}`,
    (now) => ({ ...now, model: { ...now.model, skeleton: { ...now.model.skeleton!, names } } }),
    {},
  );
}

/** Moves a joint, as typed. */
export function placeJoint(joint: number, place: Point): void {
  const document = currentDocument();
  const edited = moveJoint(treeOf(document), joint, place, { mirror: mirrorOf(document) });
  applyEdit(`Move ${nameOf(document, joint)}`, document, edited, joint);
}

/** Moves a joint into the middle of the flesh around its bone. */
export function centerSelected(joint: number): void {
  const document = currentDocument();
  const { mesh, skeleton } = document.model;
  const { parents } = skeleton!;
  const child = parents.indexOf(joint);
  const [from, to] = [parents[joint] >= 0 ? parents[joint] : joint, child >= 0 ? child : joint];
  const [a, b] = [placeOf(skeleton!, from), placeOf(skeleton!, to)];
  const axis: Point = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const middle = centerAcross(mesh, placeOf(skeleton!, joint), axis);
  if (!allowed(middle ? null : 'There is no flesh around this joint; move it into the body first.')) return;
  placeJoint(joint, middle!);
}

/** How long a hand has to rest before weights follow, milliseconds. */
const SETTLE = 150;
let drag: { readonly start: StudioDocument; readonly gesture: object; edited: EditedTree } | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Moves a joint as part of a drag: shown at once, put into the document when the hand rests or lets go. The same
 * `gesture` is the same drag.
 */
export function dragJoint(joint: number, place: Point, withChildren: boolean, gesture: object): void {
  const start = drag?.gesture === gesture ? drag.start : currentDocument();
  const edited = moveJoint(treeOf(start), joint, place, { mirror: mirrorOf(start), withChildren });
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
