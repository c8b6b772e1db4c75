/** @file While joints are edited the pointer is for them; the stage's own bones show where they are. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { claimPointer } from '../../../stage/pointer/claim-pointer.js';
import { useStudio } from '../../../store/store.js';
import { editPress } from './rig-edit-pointer.js';

export function RigEdit() {
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
