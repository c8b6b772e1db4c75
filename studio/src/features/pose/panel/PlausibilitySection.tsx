/** @file Plausibility of the pose, its problems, and the tools that fix them. */

import { Button } from '../../../controls/Button.js';
import { Gauge } from '../../../controls/Gauge.js';
import { RepairIcon, TargetIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { percent, Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { setView, useStudio } from '../../../store/store.js';
import { repairPose, snapToNatural } from '../actions/pose-edit.js';
import { describePlausibility } from './describe-plausibility.js';
import { Findings } from './Findings.js';
import { UnnaturalJoints } from './UnnaturalJoints.js';

/** The plausibility score at which the gauge is full. */
const FULL = 2.5;
export function PlausibilitySection() {
  const space = useStudio(({ view }) => view.pose.space);
  const measure = useStudio(({ view }) => view.pose.measure);
  const watching = useStudio(({ view }) => view.pose.watching);
  const snapStrength = useStudio(({ view }) => view.pose.snapStrength);
  const tint = useStudio(({ view }) => view.pose.tint);
  const { words, tone } = describePlausibility(measure?.score);
  return (
    <Section
      title="Plausibility"
      actions={watching && <span className="spinner" role="status" aria-label="Checking the pose" />}
    >
      <Gauge
        label="Score"
        value={measure ? measure.score / FULL : null}
        text={space ? words : 'loading…'}
        tone={tone}
        title="Plausibility score: natural up to 1, which 95 % of the creature’s own poses are"
      />
      <UnnaturalJoints />
      <Findings />
      <div className="pose-fixes">
        <Button
          onClick={() => void repairPose()}
          icon={<RepairIcon />}
          title="Resolve self-intersections and joint limit violations"
        >
          Repair
        </Button>
        <Button
          onClick={() => void snapToNatural()}
          icon={<TargetIcon />}
          title="Move toward the nearest natural pose"
        >
          Snap to natural pose
        </Button>
      </div>
      <Slider
        label="Strength"
        value={snapStrength}
        min={0.1}
        step={0.05}
        format={percent}
        onChange={(value) => setView('pose', { snapStrength: value })}
      />
      <Toggle
        label="Highlight problems"
        title="Colour unnatural joints and intersecting triangles on the body"
        value={tint}
        onChange={(value) => setView('pose', { tint: value })}
      />
    </Section>
  );
}
