/** @file What the rig panel draws on the stage: weights as heat, the skeleton while it is edited; and what follows edits. */

import { useEffect } from 'react';
import { watchRig } from '../../state/actions/edit-rig-watch.js';
import { useStudio } from '../../state/store.js';
import { RigEdit } from './rig-edit.js';
import { RigHeat } from './rig-heat-paint.js';

export function RigOverlay() {
  const heat = useStudio(({ view }) => view.rig.heat && view.mode === 'rig');
  const editing = useStudio(({ view }) => view.rig.editing);
  useEffect(watchRig, []);
  return (
    <>
      {heat && <RigHeat />}
      {editing && <RigEdit />}
    </>
  );
}
