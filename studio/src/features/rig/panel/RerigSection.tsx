/** @file Names as tools expect them, weights solved again, and another skeleton for the same mesh. */

import type { NameConvention } from 'posespace/rig';
import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { BoneIcon, RotateIcon, WeightsIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { conventionOf, convertJointNames } from '../actions/convert-joint-names.js';
import { rerig, rotateUpright } from '../actions/rerig.js';
import { solveWeightsNow } from '../actions/update-weights.js';

const CONVENTIONS: readonly { value: NameConvention; label: string }[] = [
  { value: 'native', label: 'posespace' },
  { value: 'mixamo', label: 'Mixamo' },
  { value: 'vrm', label: 'VRM' },
  { value: 'unity', label: 'Unity' },
  { value: 'unreal', label: 'Unreal' },
  { value: 'godot', label: 'Godot' },
];

export function RerigSection() {
  const convention = useStudio((state) => conventionOf(documentOf(state)!));
  const jointCount = useStudio((state) => documentOf(state)!.partners.length);
  const meshed = useStudio((state) => documentOf(state)!.model.mesh.triangles.length > 0);
  const found = useStudio((state) => documentOf(state)!.confidence !== undefined);
  const busy = useStudio(({ view }) => view.tasks.length > 0);
  const [wanted, setWanted] = useState<number | null>(null);
  return (
    <>
      <Section title="Names and weights">
        <Select<NameConvention | 'own'>
          label="Joint names"
          value={convention ?? 'own'}
          options={[{ value: 'own', label: 'Its own', disabled: convention !== null }, ...CONVENTIONS]}
          disabled={busy}
          onChange={(value) => value !== 'own' && void convertJointNames(value)}
        />
        {meshed && (
          <Button wide icon={<WeightsIcon />} disabled={busy} onClick={() => void solveWeightsNow()}>
            Re-solve weights
          </Button>
        )}
      </Section>
      {meshed && (
        <Section title="Another skeleton">
          <Toggle
            label="As many joints as it needs"
            value={wanted === null}
            onChange={(value) => setWanted(value ? null : Math.min(MOST, Math.max(LEAST, jointCount)))}
          />
          {wanted !== null && (
            <Slider
              label="Joints"
              value={wanted}
              min={LEAST}
              max={MOST}
              step={1}
              format={(value) => `about ${value}`}
              onChange={setWanted}
            />
          )}
          <Button
            wide
            icon={<BoneIcon />}
            disabled={busy}
            title="Finds another skeleton in the shape; clips are carried over to it"
            onClick={() => void rerig(wanted ?? undefined)}
          >
            Rig again
          </Button>
          {found && (
            <Button
              wide
              icon={<RotateIcon />}
              disabled={busy}
              title="Tips a body that lies on its back or its face by a quarter turn, and rigs it again"
              onClick={() => void rotateUpright()}
            >
              Stand it up
            </Button>
          )}
        </Section>
      )}
    </>
  );
}

const LEAST = 4;
const MOST = 96;
