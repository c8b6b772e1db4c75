/** @file "This is …": the user says what the body is, and it is rigged again at once. */

import { optionsOf, Select } from '../../../controls/Select.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { BODY_CHOICES, chooseBody, forgetLimbs } from '../actions/choose-body.js';

type Choice = keyof typeof BODY_CHOICES | 'auto';

export function BodyChoice() {
  const known = useStudio((state) => documentOf(state)?.known);
  const found = useStudio((state) => documentOf(state)?.confidence !== undefined);
  const busy = useStudio(({ view }) => view.tasks.length > 0);
  const limbs = known?.limbs?.length ?? 0;
  return (
    <>
      <Select<Choice>
        label="This is"
        value={(known?.kind as Choice | undefined) ?? 'auto'}
        options={[{ value: 'auto', label: 'Automatic' }, ...optionsOf(BODY_CHOICES)]}
        disabled={busy}
        hint={found ? undefined : 'A choice replaces the skeleton of the file; undo brings it back.'}
        onChange={(value) => void chooseBody(value === 'auto' ? undefined : value)}
      />
      {limbs > 0 && (
        <button type="button" className="rig-link" disabled={busy} onClick={() => void forgetLimbs()}>
          Reset the {limbs === 1 ? 'limb' : `${limbs} limbs`} you set
        </button>
      )}
    </>
  );
}
