/** @file Random poses: the sampling options and the grid. */

import { useMemo } from 'react';
import { Button } from '../../../controls/Button.js';
import { DiceIcon, SparkleIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { percent, Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { hasSides } from '../../../store/body-directions.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { findParts } from '../actions/explore-parts.js';
import { samplePoses, sampleRandomSeed } from '../actions/explore-samples.js';
import { SampleGrid } from './SampleGrid.js';

export function SampleSection() {
  const seed = useStudio(({ view }) => view.explore.seed);
  return (
    <Section title="Poses">
      <div className="explore-draw">
        <Button
          kind="primary"
          icon={<SparkleIcon />}
          onClick={() => void samplePoses()}
          title="Sample poses with this seed"
        >
          Sample poses
        </Button>
        <Button icon={<DiceIcon />} onClick={() => void sampleRandomSeed()} title="Sample with a random seed">
          Randomize
        </Button>
      </div>
      <NumberField
        label="Seed"
        value={seed}
        min={0}
        max={999_999}
        step={1}
        onChange={(value) => setView('explore', { seed: Math.round(value) })}
      />
      <DrawOptions />
      <SampleGrid />
    </Section>
  );
}

function DrawOptions() {
  const variety = useStudio(({ view }) => view.explore.variety);
  const symmetric = useStudio(({ view }) => view.explore.symmetric);
  const clean = useStudio(({ view }) => view.explore.clean);
  const part = useStudio(({ view }) => view.explore.part);
  const selected = useStudio(({ view }) => view.scene.selected);
  const document = useStudio(documentOf);
  const anatomy = document?.model.anatomy;
  const skeleton = document?.model.skeleton;
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts depend on the anatomy, not on the pose
  const parts = useMemo(() => (document ? findParts(document, selected) : []), [anatomy, skeleton, selected]);
  const sided = hasSides(document?.model);
  const chosen = parts.some(({ id }) => id === part) ? part : 'all';
  const whole = chosen === 'all';
  return (
    <>
      <Slider
        label="Variety"
        value={variety}
        min={0.2}
        max={1.3}
        step={0.05}
        format={percent}
        title="How far poses may be from the typical ones"
        onChange={(value) => setView('explore', { variety: value })}
      />
      <Select
        label="Affect"
        value={chosen}
        options={[
          { value: 'all', label: 'Whole body' },
          ...parts.map(({ id, label }) => ({
            value: id,
            label: id === 'selected' ? label : `${label} only`,
          })),
        ]}
        onChange={(value) => setView('explore', { part: value })}
        hint={whole ? undefined : 'The rest keeps the current pose.'}
      />
      <div className="explore-toggles">
        <Toggle
          label="Symmetric"
          title="Left and right have the same pose"
          value={symmetric && sided && whole}
          disabled={!sided || !whole}
          onChange={(value) => setView('explore', { symmetric: value, clean: value ? false : clean })}
        />
        <Toggle
          label="Valid only"
          title="Rejects poses with self-intersections or joints beyond their limits; slower"
          value={clean && whole}
          disabled={!whole}
          onChange={(value) => setView('explore', { clean: value, symmetric: value ? false : symmetric })}
        />
      </div>
    </>
  );
}
