/** @file How far outside of what the creature does the pose is, what is wrong with it, and what puts it right. */

import { Button } from '../../../controls/Button.js';
import { Gauge } from '../../../controls/Gauge.js';
import { RepairIcon, TargetIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { setView, useStudio } from '../../../store/store.js';
import { repairPose, snapToNatural } from '../actions/pose-edit.js';
import { describePlausibility } from './describe-plausibility.js';
import { Findings } from './Findings.js';
import { UnnaturalJoints } from './UnnaturalJoints.js';

/** The distance at which the gauge is full. */
const FULL = 2.5;
const percent = (value: number): string => `${Math.round(value * 100)} %`;

export function PlausibilitySection() {
  const space = useStudio(({ view }) => view.pose.space);
  const measure = useStudio(({ view }) => view.pose.measure);
  const watching = useStudio(({ view }) => view.pose.watching);
  const snapStrength = useStudio(({ view }) => view.pose.snapStrength);
  const tint = useStudio(({ view }) => view.pose.tint);
  const { words, tone } = describePlausibility(measure?.distance);
  return (
    <Section
      title="Check"
      actions={watching && <span className="spinner" role="status" aria-label="Checking the pose" />}
    >
      <Gauge
        label="Pose space"
        value={measure ? measure.distance / FULL : null}
        text={space ? words : 'not known yet'}
        tone={tone}
        title="Up to 1 a pose is inside: nineteen of twenty of the creature’s own poses are"
      />
      <UnnaturalJoints />
      <Findings />
      <div className="pose-fixes">
        <Button
          onClick={() => void repairPose()}
          icon={<RepairIcon />}
          title="Take the body out of itself and joints back within their limits"
        >
          Repair
        </Button>
        <Button
          onClick={() => void snapToNatural()}
          icon={<TargetIcon />}
          title="To the nearest pose that the creature would take"
        >
          Pull back
        </Button>
      </div>
      <Slider
        label="Pull strength"
        value={snapStrength}
        min={0.1}
        step={0.05}
        format={percent}
        onChange={(value) => setView('pose', { snapStrength: value })}
      />
      <Toggle
        label="Show on the body"
        title="Odd joints are tinted, triangles that run through others glow"
        value={tint}
        onChange={(value) => setView('pose', { tint: value })}
      />
    </Section>
  );
}
