/** @file The selected joint: name, parent, position, confidence. */

import { restPosition, type Skeleton, type Vec3 } from 'posespace/rig';
import { useMemo } from 'react';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { TextField } from '../../../controls/TextField.js';
import { Toggle } from '../../../controls/Toggle.js';
import { partnersOf } from '../../../store/body-directions.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { nameJoint, placeJoint, reparentSelected } from '../actions/edit-rig.js';

const AXES = ['X', 'Y', 'Z'] as const;

export function JointSection() {
  const joint = useStudio(({ view }) => view.scene.selected);
  const skeleton = useStudio(skeletonOf)!;
  const editing = useStudio(({ view }) => view.rig.editing);
  const partner = useStudio((state) => partnersOf(documentOf(state)!.model)[joint] ?? -1);
  const confidence = useStudio((state) => documentOf(state)!.confidence?.[joint]);
  const lockedJoints = useStudio(({ view }) => view.rig.lockedJoints);
  const parents = useMemo(() => possibleParents(skeleton, joint), [skeleton, joint]);
  if (joint < 0 || joint >= skeleton.names.length) return null;
  const name = skeleton.names[joint];
  const across = partner >= 0 && partner !== joint ? skeleton.names[partner] : null;
  return (
    <Section title="Selected joint">
      <TextField label="Name" value={name} onChange={(next) => nameJoint(joint, next)} />
      {joint > 0 && (
        <Select
          label="Parent"
          value={String(skeleton.parents[joint])}
          options={parents}
          onChange={(parent) => reparentSelected(joint, Number(parent))}
        />
      )}
      {editing && <PositionFields skeleton={skeleton} joint={joint} />}
      <Toggle
        label="Landmark"
        value={lockedJoints.includes(name)}
        onChange={(locked) =>
          setView('rig', {
            lockedJoints: locked ? [...lockedJoints, name] : lockedJoints.filter((other) => other !== name),
          })
        }
        title="A landmark stays: re-rigging puts a joint of this name at this position"
      />
      <p className="hint">
        {across
          ? `Mirror partner: ${across}.`
          : partner === joint
            ? 'On the mirror plane.'
            : 'No mirror partner.'}
        {confidence !== undefined && ` Confidence: ${Math.round(confidence * 100)} %.`}
      </p>
    </Section>
  );
}

function PositionFields({ skeleton, joint }: { readonly skeleton: Skeleton; readonly joint: number }) {
  const position = restPosition(skeleton, joint);
  const digits = Math.max(0, 4 - Math.ceil(Math.log10(Math.max(...skeleton.rest.map(Math.abs), 1e-9))));
  const set = (axis: number, value: number) =>
    placeJoint(joint, position.map((x, k) => (k === axis ? value : x)) as unknown as Vec3);
  return (
    <div className="rig-position">
      {AXES.map((axis, k) => (
        <NumberField
          key={axis}
          label={axis}
          value={Number(position[k].toFixed(digits))}
          step={10 ** -Math.max(0, digits - 1)}
          onChange={(value) => {
            if (value !== Number(position[k].toFixed(digits))) set(k, value);
          }}
        />
      ))}
    </div>
  );
}

/** All joints that are not descendants of this one. */
function possibleParents({ names, parents }: Skeleton, joint: number): { value: string; label: string }[] {
  const below = new Set([joint]);
  for (let j = joint + 1; j < parents.length; j++) if (below.has(parents[j])) below.add(j);
  return names.flatMap((label, j) => (below.has(j) ? [] : [{ value: String(j), label }]));
}
