/** @file "This is …": the user says what the body is. */

import { type BodyKind, collectSaid } from 'posespace/rig';
import { useMemo } from 'react';
import { optionsOf, Select } from '../../../controls/Select.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { BODY_CHOICES, chooseBody } from '../actions/choose-body.js';
import { rerig } from '../actions/rerig.js';

type Choice = keyof typeof BODY_CHOICES | 'auto';

const isChoice = (kind: BodyKind | undefined): kind is keyof typeof BODY_CHOICES =>
  kind !== undefined && kind in BODY_CHOICES;

export function BodyChoice() {
  const model = useStudio((state) => documentOf(state)!.model);
  const found = useStudio((state) => documentOf(state)?.confidence !== undefined);
  const busy = useStudio(({ view }) => view.tasks.length > 0);
  const { kind, chains } = useMemo(() => collectSaid(model), [model]);
  const hasMesh = model.mesh.triangles.length > 0;
  return (
    <>
      <Select<Choice>
        label="This is"
        value={isChoice(kind) ? kind : 'auto'}
        options={[{ value: 'auto', label: 'Automatic' }, ...optionsOf(BODY_CHOICES)]}
        disabled={busy}
        hint={found ? 'Another body finds the joints again.' : undefined}
        onChange={(value) => void chooseBody(value === 'auto' ? undefined : value)}
      />
      {chains.length > 0 && hasMesh && (
        <button
          type="button"
          className="rig-link"
          disabled={busy}
          title={
            found
              ? 'Rig again with what you said of its limbs'
              : 'Replaces the skeleton of the file; undo brings it back'
          }
          onClick={() => void rerig({ label: 'Find joints again' })}
        >
          Find joints again with the {chains.length === 1 ? 'limb' : `${chains.length} limbs`} you set
        </button>
      )}
    </>
  );
}
