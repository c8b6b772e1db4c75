/** @file Paints the weights of the selected joint on the body. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { paintBody, useBody } from '../../../stage/stage-body.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { weightColors } from './weight-colors.js';

export function WeightColors() {
  // By its arrays: the record may change while they do not.
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
  // New weights are new attributes of the geometry: what is painted has to take them up.
  useEffect(() => {
    if (!weights || !body) return;
    return () => {
      paintBody(null);
      invalidate();
    };
  }, [weights, body, invalidate]);
  return null;
}
