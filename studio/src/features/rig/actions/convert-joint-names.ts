/** @file Renames all joints to a naming convention. */

import { type NameConvention, nameForConvention } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument, notify } from '../../../store/store.js';

/** Labels of the naming conventions. */
export const CONVENTIONS: Readonly<Record<NameConvention, string>> = {
  native: 'posespace',
  mixamo: 'Mixamo',
  vrm: 'VRM',
  unity: 'Unity',
  unreal: 'Unreal',
  godot: 'Godot',
};

/** The convention of known name lists; null for none. */
const known = new WeakMap<readonly string[], NameConvention | null>();

/** Stores the convention of a list of names. */
export function rememberConvention(names: readonly string[], convention: NameConvention | null): void {
  known.set(names, convention);
}

/** The naming convention of a document; null for names of its own. */
export function conventionOf({ model, confidence }: StudioDocument): NameConvention | null {
  const names = model.skeleton?.names;
  if (!names) return null;
  const convention = known.get(names);
  // Auto-rigged skeletons have native names.
  return convention === undefined && confidence ? 'native' : (convention ?? null);
}

export function convertJointNames(convention: NameConvention): void {
  const { mesh, skeleton, anatomy } = currentDocument().model;
  const named = nameForConvention({ mesh, skeleton: skeleton! }, anatomy!, convention);
  known.set(named.names, convention);
  change(
    'Rename joints',
    (now) => ({
      ...now,
      model: { ...now.model, skeleton: { ...now.model.skeleton!, names: named.names } },
    }),
    {},
  );
  const missing = named.findings.find(({ severity }) => severity !== 'info');
  if (missing) notify('info', missing.message, missing.fix);
}
