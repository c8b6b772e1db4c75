/** @file Paints the weights of the selected joint on the body. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { documentOf, useStudio } from '../../state/store.js';
import { paintBody, useBody } from '../stage-body.js';
import { heatColors } from './rig-heat.js';

export function RigHeat() {
  const skin = useStudio((state) => documentOf(state)?.model.skin);
  const joint = useStudio(({ view }) => view.scene.selected);
  const theme = useStudio(({ view }) => view.scene.theme);
  const invalidate = useThree((three) => three.invalidate);
  const body = useBody();
  useEffect(() => {
    if (!skin || !body?.object) return;
    paintBody(joint >= 0 ? heatColors(skin, joint, theme) : null);
    invalidate();
  }, [skin, joint, theme, body, invalidate]);
  // New weights are new attributes of the geometry: what is painted has to take them up.
  useEffect(() => {
    if (!skin || !body) return;
    return () => {
      paintBody(null);
      invalidate();
    };
  }, [skin, body, invalidate]);
  return null;
}
