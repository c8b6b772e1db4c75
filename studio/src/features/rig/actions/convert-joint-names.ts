/** @file Naming all joints as a tool expects them. */

import type { NameConvention } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument, documentOf, notify, runTask, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';

/** Which lists of names follow which convention; null for those that follow none. */
const known = new WeakMap<readonly string[], NameConvention | null>();

/** Tells what a list of names follows. */
export function rememberConvention(names: readonly string[], convention: NameConvention | null): void {
  known.set(names, convention);
}

/** The convention that the names of a document follow, null where they are its own. */
export function conventionOf({ model, confidence }: StudioDocument): NameConvention | null {
  const names = model.skeleton?.names;
  if (!names) return null;
  const told = known.get(names);
  // A skeleton that was found here came with names of ours.
  return told === undefined && confidence ? 'native' : (told ?? null);
}

export async function convertJointNames(convention: NameConvention): Promise<void> {
  const { mesh, skeleton } = currentDocument().model;
  const named = await runTask('Naming joints', (work) =>
    callWorker('background', 'names', [mesh, skeleton!, convention], work),
  );
  if (!named || documentOf(useStudio.getState())?.model.skeleton !== skeleton) return;
  known.set(named.names, convention);
  change(
    'Name joints',
    (now) => ({
      ...now,
      model: { ...now.model, skeleton: { ...now.model.skeleton!, names: named.names } },
    }),
    {},
  );
  const missing = named.findings.find(({ severity }) => severity !== 'info');
  if (missing) notify('info', missing.message, missing.fix);
}
