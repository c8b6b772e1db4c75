/** @file "This limb is …": what the limb of the selected joint is, and on which side. */

import { Field } from '../../../controls/Field.js';
import { Segmented } from '../../../controls/Segmented.js';
import { optionsOf, Select } from '../../../controls/Select.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { isPaired, LIMB_PARTS, type LimbPart, partOfJoint, sayLimb } from '../actions/choose-body.js';

const SIDES = { left: 'Left', right: 'Right' } as const;

export function LimbChoice({ joint }: { readonly joint: number }) {
  const part = useStudio((state) => partOfJoint(documentOf(state)!.model.anatomy!, joint));
  const side = useStudio((state) => documentOf(state)!.model.anatomy!.side[joint]);
  const busy = useStudio(({ view }) => view.tasks.length > 0);
  return (
    <>
      <Select<LimbPart>
        label="This limb is"
        value={part}
        options={optionsOf(LIMB_PARTS)}
        disabled={busy}
        onChange={(value) => void sayLimb(joint, value)}
      />
      {isPaired(part) && (
        <Field label="Side">
          <Segmented<keyof typeof SIDES | ''>
            label="Side"
            value={side > 0 ? 'left' : side < 0 ? 'right' : ''}
            options={optionsOf(SIDES)}
            disabled={busy}
            onChange={(value) => value !== '' && void sayLimb(joint, part, value)}
          />
        </Field>
      )}
    </>
  );
}
