/** @file The pose library, saved with the document. */

import type { Pose } from 'posespace/rig';
import type { LibraryPose, StudioDocument } from '../../../store/document.js';
import { change, currentDocument, shownPose, useStudio } from '../../../store/store.js';
import { applyPose } from './pose-edit.js';

/** Saves a pose, by default the visible one. */
export function savePose(pose: Pose | null = shownPose(useStudio.getState()), name?: string): void {
  if (!pose) return;
  change('Save pose', (now) => ({
    ...now,
    library: [...now.library, { id: nextId(now), name: name ?? freeName(now), pose }],
  }));
}

export function applyLibraryPose({ name, pose }: LibraryPose): void {
  applyPose(`Apply ${name}`, pose);
}

export function renamePose(id: number, name: string): void {
  const saved = currentDocument().library.find((pose) => pose.id === id);
  if (!saved || saved.name === name) return;
  change(`Rename ${saved.name}`, (now) => ({
    ...now,
    library: now.library.map((pose) => (pose.id === id ? { ...pose, name } : pose)),
  }));
}

export function deletePose(id: number): void {
  const name = currentDocument().library.find((pose) => pose.id === id)?.name ?? 'pose';
  change(`Delete ${name}`, (now) => ({ ...now, library: now.library.filter((pose) => pose.id !== id) }));
}

const nextId = ({ library }: StudioDocument): number => Math.max(0, ...library.map(({ id }) => id)) + 1;

/** "Pose 1", "Pose 2"…: the first unused name. */
function freeName({ library }: StudioDocument): string {
  const used = new Set(library.map(({ name }) => name));
  let number = 1;
  while (used.has(`Pose ${number}`)) number++;
  return `Pose ${number}`;
}
