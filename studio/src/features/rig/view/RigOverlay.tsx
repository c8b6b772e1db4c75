/** @file What the rig panel draws on the stage: weights as showWeights, the skeleton while it is edited; and what follows edits. */

import { useEffect } from 'react';
import { useStudio } from '../../../store/store.js';
import { watchRig } from '../actions/watch-rig.js';
import { RigEdit } from './RigEdit.js';
import { WeightColors } from './WeightColors.js';

export function RigOverlay() {
  const showWeights = useStudio(({ view }) => view.rig.showWeights && view.mode === 'rig');
  const editing = useStudio(({ view }) => view.rig.editing);
  useEffect(watchRig, []);
  return (
    <>
      {showWeights && <WeightColors />}
      {editing && <RigEdit />}
    </>
  );
}
