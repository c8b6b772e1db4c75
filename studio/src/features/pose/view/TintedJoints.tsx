/** @file A glow around joints whose place is odd in a body so posed, the redder the odder. */

import { useMemo } from 'react';
import { SphereGeometry } from 'three';
import { useBody } from '../../../stage/stage-body.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { useJointMarks } from './joint-marks.js';

const BALL = new SphereGeometry(1, 20, 14);
/** Size of a glow, of the body's radius, at the edge of what is usual and at its worst. */
const LEAST = 0.025;
const MOST = 0.05;
/** The oddness at which a glow is fully red. */
const FULL = 2.5;

const STYLE = { opacity: 0.42, order: 9 };

export function TintedJoints() {
  const odd = useStudio(({ view }) => view.pose.measure?.joints);
  const jointCount = useStudio((state) => documentOf(state)?.model.skeleton?.parents.length ?? 0);
  const radius = useBody()?.radius ?? 1;
  const marks = useMemo(() => {
    if (odd?.length !== jointCount) return [];
    return [...odd.keys()]
      .filter((joint) => odd[joint] > 1)
      .map((joint) => {
        const share = Math.min(1, (odd[joint] - 1) / (FULL - 1));
        return {
          joint,
          color: `hsl(${Math.round(42 - 38 * share)} 90% 60%)`,
          size: radius * (LEAST + (MOST - LEAST) * share),
        };
      });
  }, [odd, jointCount, radius]);
  const object = useJointMarks(BALL, marks, STYLE);
  return object && <primitive object={object} />;
}
