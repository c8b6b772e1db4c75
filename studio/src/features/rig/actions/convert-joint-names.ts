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

/** The naming convention of a document; null for names of its own. */
export function conventionOf({ model, confidence, convention }: StudioDocument): NameConvention | null {
  if (!model.skeleton) return null;
  return convention === undefined && confidence ? 'native' : (convention ?? null);
}

export function convertJointNames(convention: NameConvention): void {
  const { mesh, skeleton, anatomy } = currentDocument().model;
  const named = nameForConvention({ mesh, skeleton: skeleton! }, anatomy!, convention);
  change(
    'Rename joints',
    (now) => ({
      ...now,
      convention,
      model: { ...now.model, skeleton: { ...now.model.skeleton!, names: named.names } },
    }),
    {},
  );
  const missing = named.findings.find(({ severity }) => severity !== 'info');
  if (missing) notify('info', missing.message, missing.fix);
}
