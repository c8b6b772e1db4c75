/** @file Joint names, weights, and re-rigging. */

import type { NameConvention } from 'posespace/rig';
import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { BoneIcon, RotateIcon, WeightsIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { optionsOf, Select } from '../../../controls/Select.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { CONVENTIONS, conventionOf, convertJointNames } from '../actions/convert-joint-names.js';
import { rerig, rotateUpright } from '../actions/rerig.js';
import { solveWeightsNow } from '../actions/update-weights.js';

export function RerigSection() {
  const convention = useStudio((state) => conventionOf(documentOf(state)!));
  const jointCount = useStudio((state) => documentOf(state)!.model.skeleton!.parents.length);
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
          options={[
            { value: 'own', label: 'Original', disabled: convention !== null },
            ...optionsOf(CONVENTIONS),
          ]}
          disabled={busy}
          onChange={(value) => value !== 'own' && convertJointNames(value)}
        />
        {meshed && (
          <Button wide icon={<WeightsIcon />} disabled={busy && BUSY} onClick={() => void solveWeightsNow()}>
            Recompute weights
          </Button>
        )}
      </Section>
      {meshed && (
        <Section title="Re-rig">
          <Toggle
            label="Automatic joint count"
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
            disabled={busy && BUSY}
            title="Find a new skeleton; clips are transferred to it"
            onClick={() => void rerig({ jointCount: wanted ?? undefined })}
          >
            Re-rig
          </Button>
          {found && (
            <Button
              wide
              icon={<RotateIcon />}
              disabled={busy && BUSY}
              title="Rotate a model that lies on its back or front by 90°, and rig it again"
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

const BUSY = 'Wait until the running task has ended';
const LEAST = 4;
const MOST = 96;
