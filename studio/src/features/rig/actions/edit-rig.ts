/** @file Skeleton edits of the rig panel and the stage. Each is one history step. */

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
  skeletonDiameter,
  splitBone,
  type Vec3,
} from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument, notify, setView, undoChange, useStudio } from '../../../store/store.js';
import { editableSkeleton, transferDocument } from './transfer-document.js';
import { LARGE, markStale } from './update-weights.js';

const isSymmetric = (): boolean => useStudio.getState().view.rig.symmetric;

/** The mirror plane of edits; null without symmetric editing. */
const mirrorOf = (document: StudioDocument): MirrorPlane | null =>
  isSymmetric() ? findMirrorPlane(editableSkeleton(document), document.model.anatomy) : null;

const nameOf = ({ model }: StudioDocument, joint: number): string => model.skeleton!.names[joint];

/** Puts an edited skeleton into the document; weights are updated shortly after. */
function applyEdit(
  label: string,
  before: StudioDocument,
  edited: EditedSkeleton,
  selected: number,
  gesture: object = {},
): void {
  const carried = transferDocument(before, edited);
  const touched = findAffectedJoints(editableSkeleton(before), edited);
  edited.source.forEach((old, j) => {
    if (before.stale?.includes(old)) touched.add(j);
  });
  change(label, (now) => markStale(withLatestSkin(carried, now, edited), touched), gesture);
  setView('scene', { selected, hovered: -1 });
}

/** During a drag, weights that were updated meanwhile are better than those at its start. */
function withLatestSkin(
  carried: StudioDocument,
  now: StudioDocument,
  { source }: EditedSkeleton,
): StudioDocument {
  const sameJoints =
    source.length === now.model.skeleton!.parents.length && source.every((old, j) => old === j);
  return sameJoints ? { ...carried, model: { ...carried.model, skin: now.model.skin } } : carried;
}

/** Shows the reason where an edit is not possible. */
function allowed(reason: string | null): boolean {
  if (reason) notify('info', reason);
  return reason === null;
}

/** Splits the bone that ends at a joint. */
export function splitSelected(joint: number): void {
  const document = currentDocument();
  if (!allowed(joint === 0 ? 'The root has no bone to split; select another joint.' : null)) return;
  const edited = splitBone(editableSkeleton(document), joint, { symmetric: isSymmetric() });
  applyEdit(`Split ${nameOf(document, joint)}`, document, edited, edited.added);
}

/** Adds a child joint; without a position, in the direction of the parent's bone. */
export function addJointAt(joint: number, position?: Vec3): void {
  const document = currentDocument();
  const size = skeletonDiameter(document.model.skeleton!) || 1;
  const edited = addJoint(editableSkeleton(document), joint, { position, mirror: mirrorOf(document), size });
  applyEdit(`Add joint to ${nameOf(document, joint)}`, document, edited, edited.added);
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
  const label = `Parent ${nameOf(document, joint)} to ${nameOf(document, parent)}`;
  applyEdit(label, document, edited, edited.source.indexOf(joint));
}

/** Renames a joint; weights and poses do not depend on its name. */
export function nameJoint(joint: number, name: string): void {
  const document = currentDocument();
  const tree = editableSkeleton(document);
  if (tree.skeleton.names[joint] === name || !allowed(renameProblem(tree, joint, name))) return;
  const { names } = renameJoint(tree, joint, name, { symmetric: isSymmetric() }).skeleton;
  change(
    `Rename ${tree.skeleton.names[joint]}`,
    (now) => ({
      ...now,
      convention: null,
      model: { ...now.model, skeleton: { ...now.model.skeleton!, names } },
    }),
    {},
  );
}

/** Moves a joint to a typed position. */
export function placeJoint(joint: number, position: Vec3): void {
  const document = currentDocument();
  const edited = moveJoint(editableSkeleton(document), joint, position, { mirror: mirrorOf(document) });
  applyEdit(`Move ${nameOf(document, joint)}`, document, edited, joint);
}

/** Moves a joint to the centre of the limb around its bone. */
export function centerSelected(joint: number): void {
  const document = currentDocument();
  const { mesh, skeleton } = document.model;
  const middle = centerJoint(mesh, skeleton!, joint);
  if (!allowed(middle ? null : 'There is no mesh around this joint; move it into the body first.')) return;
  placeJoint(joint, middle!);
}

/** Pause in a drag before weights are updated, milliseconds. */
const PAUSE = 150;
let drag: { readonly start: StudioDocument; readonly gesture: object; edited: EditedSkeleton } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Moves a joint during a drag: shown at once, applied to the document in pauses and on release. Calls with the same
 * `gesture` belong to one drag.
 */
export function dragJoint(joint: number, position: Vec3, withChildren: boolean, gesture: object): void {
  const start = drag?.gesture === gesture ? drag.start : currentDocument();
  const edited = moveJoint(editableSkeleton(start), joint, position, {
    mirror: mirrorOf(start),
    withChildren,
  });
  drag = { start, gesture, edited };
  setView('rig', { draft: edited.skeleton.rest });
  clearTimeout(timer);
  // Large meshes update their weights on release only.
  const { triangles } = start.model.mesh;
  if (triangles.length <= 3 * LARGE) timer = setTimeout(() => commitDrag(joint), PAUSE);
}

export function endJointDrag(joint: number): void {
  commitDrag(joint);
  drag = null;
  setView('rig', { draft: null });
}

/** Cancels a drag and restores all positions. */
export function cancelJointDrag(): void {
  clearTimeout(timer);
  const committed = drag && useStudio.getState().history?.present.gesture === drag.gesture;
  drag = null;
  setView('rig', { draft: null });
  if (committed) undoChange();
}

function commitDrag(joint: number): void {
  clearTimeout(timer);
  if (!drag || drag.edited.skeleton === currentDocument().model.skeleton) return;
  const { start, gesture, edited } = drag;
  applyEdit(`Move ${nameOf(start, joint)}`, start, edited, joint, gesture);
}
