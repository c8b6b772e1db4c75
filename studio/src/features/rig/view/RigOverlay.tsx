/** @file What the rig panel draws on the stage: weights as heat, the skeleton while it is edited; and what follows edits. */

import { useEffect } from 'react';
import { useStudio } from '../../../store/store.js';
import { watchRig } from '../actions/watch-rig.js';
import { RigEdit } from './RigEdit.js';
import { RigHeat } from './WeightColors.js';

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
