/** @file Diamonds at pinned joints, locked feet, and joints that were dragged. */

import type { StandingFoot } from 'posespace';
import { useMemo } from 'react';
import { OctahedronGeometry } from 'three';
import { useBody } from '../../../stage/stage-body.js';
import type { Pin } from '../../../store/document.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { useJointMarks } from './joint-marks.js';

const DIAMOND = new OctahedronGeometry(1);
/** Size of a diamond, as a share of the body's radius. */
const SIZE = 0.042;
/** Translucent, over the joint. */
const STYLE = { opacity: 0.75, order: 30 };
const NO_PINS: readonly Pin[] = [];
const NO_JOINTS: readonly number[] = [];
const NO_FEET: readonly StandingFoot[] = [];
const PIN_COLOR = '#f2a65a';
const FOOT_COLOR = '#7bc47f';
const TOUCHED_COLOR = '#5aa9f2';

export function PinMarks() {
  const pins = useStudio((state) => documentOf(state)?.pins ?? NO_PINS);
  const feet = useStudio(({ view }) => (view.pose.footLock ? (view.scene.facts?.feet ?? NO_FEET) : NO_FEET));
  const touched = useStudio((state) => documentOf(state)?.touched ?? NO_JOINTS);
  const radius = useBody()?.radius ?? 1;
  const marks = useMemo(() => {
    const pinned = new Set(pins.map(({ joint }) => joint));
    const standing = feet.map(({ joint }) => joint);
    const size = radius * SIZE;
    return [
      ...[...pinned].map((joint) => ({ joint, color: PIN_COLOR, size })),
      ...standing.filter((joint) => !pinned.has(joint)).map((joint) => ({ joint, color: FOOT_COLOR, size })),
      ...touched
        .filter((joint) => !pinned.has(joint) && !standing.includes(joint))
        .map((joint) => ({ joint, color: TOUCHED_COLOR, size: size * 0.8 })),
    ];
  }, [pins, feet, touched, radius]);
  const object = useJointMarks(DIAMOND, marks, STYLE);
  return object && <primitive object={object} />;
}
