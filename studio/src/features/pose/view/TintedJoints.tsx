/** @file A glow around unnatural joints, redder with a higher score. */

import { useMemo } from 'react';
import { SphereGeometry } from 'three';
import { useBody } from '../../../stage/stage-body.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { useJointMarks } from './joint-marks.js';

const BALL = new SphereGeometry(1, 20, 14);
/** Smallest and largest radius of a glow, as shares of the body's radius. */
const LEAST = 0.025;
const MOST = 0.05;
/** The score at which a glow is fully red. */
const FULL = 2.5;

const STYLE = { opacity: 0.42, order: 9 };

export function TintedJoints() {
  const scores = useStudio(({ view }) => view.pose.measure?.joints);
  const jointCount = useStudio((state) => documentOf(state)?.model.skeleton?.parents.length ?? 0);
  const radius = useBody()?.radius ?? 1;
  const marks = useMemo(() => {
    if (scores?.length !== jointCount) return [];
    return [...scores.keys()]
      .filter((joint) => scores[joint] > 1)
      .map((joint) => {
        const share = Math.min(1, (scores[joint] - 1) / (FULL - 1));
        return {
          joint,
          color: `hsl(${Math.round(42 - 38 * share)} 90% 60%)`,
          size: radius * (LEAST + (MOST - LEAST) * share),
        };
      });
  }, [scores, jointCount, radius]);
  const object = useJointMarks(BALL, marks, STYLE);
  return object && <primitive object={object} />;
}
