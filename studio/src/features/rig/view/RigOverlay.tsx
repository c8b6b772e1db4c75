/** @file Rig mode on the stage: weight colours, edit mode, and the reaction to skeleton changes. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { claimPointer } from '../../../stage/pointer/claim-pointer.js';
import { paintBody, useBody } from '../../../stage/stage-body.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { watchRig } from '../actions/watch-rig.js';
import { editPress } from './rig-edit-pointer.js';
import { weightColors } from './weight-colors.js';

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

/** Gives the pointer to the joints in edit mode. */
function RigEdit() {
  const adding = useStudio(({ view }) => view.rig.adding);
  const invalidate = useThree((three) => three.invalidate);
  const canvas = useThree((three) => three.gl.domElement);
  useEffect(() => claimPointer(editPress), []);
  useEffect(() => {
    if (!adding) return;
    const before = canvas.style.cursor;
    canvas.style.cursor = 'crosshair';
    return () => {
      canvas.style.cursor = before;
    };
  }, [adding, canvas]);
  useEffect(
    () =>
      useStudio.subscribe((state, before) => {
        if (state.view.rig.draft !== before.view.rig.draft) invalidate();
      }),
    [invalidate],
  );
  return null;
}

/** Shows the weights of the selected joint on the body. */
function WeightColors() {
  // Compare the arrays: the record may change while they do not.
  const weights = useStudio((state) => documentOf(state)?.model.skin?.weights);
  const joint = useStudio(({ view }) => view.scene.selected);
  const theme = useStudio(({ view }) => view.scene.theme);
  const invalidate = useThree((three) => three.invalidate);
  const body = useBody();
  useEffect(() => {
    const skin = documentOf(useStudio.getState())?.model.skin;
    if (skin?.weights !== weights || !skin || !body?.object) return;
    paintBody(joint >= 0 ? weightColors(skin, joint, theme) : null);
    invalidate();
  }, [weights, joint, theme, body, invalidate]);
  // New weights are new geometry attributes: painting starts over.
  useEffect(() => {
    if (!weights || !body) return;
    return () => {
      paintBody(null);
      invalidate();
    };
  }, [weights, body, invalidate]);
  return null;
}
