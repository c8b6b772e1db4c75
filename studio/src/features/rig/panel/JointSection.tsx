/** @file The selected joint: its name, what it hangs from, where it is, how sure that is. */

import { restPosition, type Skeleton, type Vec3 } from 'posespace/rig';
import { useMemo } from 'react';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { TextField } from '../../../controls/TextField.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { nameJoint, placeJoint, reparentSelected } from '../actions/edit-rig.js';

const AXES = ['X', 'Y', 'Z'] as const;

export function JointSection() {
  const joint = useStudio(({ view }) => view.scene.selected);
  const skeleton = useStudio(skeletonOf)!;
  const editing = useStudio(({ view }) => view.rig.editing);
  const partner = useStudio((state) => documentOf(state)!.partners[joint] ?? -1);
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
          label="Hangs from"
          value={String(skeleton.parents[joint])}
          options={parents}
          onChange={(parent) => reparentSelected(joint, Number(parent))}
        />
      )}
      {editing && <PlaceFields skeleton={skeleton} joint={joint} />}
      <Toggle
        label="Keep when rigging again"
        value={lockedJoints.includes(name)}
        onChange={(keep) =>
          setView('rig', {
            lockedJoints: keep ? [...lockedJoints, name] : lockedJoints.filter((other) => other !== name),
          })
        }
        title="The new skeleton has a joint of this name in this place"
      />
      <p className="hint">
        {across
          ? `Its partner is ${across}.`
          : partner === joint
            ? 'It is in the middle of the body.'
            : 'It has no partner.'}
        {confidence !== undefined && ` ${Math.round(confidence * 100)} % sure to be where it should.`}
      </p>
    </Section>
  );
}

function PlaceFields({ skeleton, joint }: { readonly skeleton: Skeleton; readonly joint: number }) {
  const place = restPosition(skeleton, joint);
  const digits = Math.max(0, 4 - Math.ceil(Math.log10(Math.max(...skeleton.rest.map(Math.abs), 1e-9))));
  const set = (axis: number, value: number) =>
    placeJoint(joint, place.map((x, k) => (k === axis ? value : x)) as unknown as Vec3);
  return (
    <div className="rig-position">
      {AXES.map((axis, k) => (
        <NumberField
          key={axis}
          label={axis}
          value={Number(place[k].toFixed(digits))}
          step={10 ** -Math.max(0, digits - 1)}
          onChange={(value) => {
            if (value !== Number(place[k].toFixed(digits))) set(k, value);
          }}
        />
      ))}
    </div>
  );
}

/** All joints that do not hang from this one. */
function possibleParents({ names, parents }: Skeleton, joint: number): { value: string; label: string }[] {
  const below = new Set([joint]);
  for (let j = joint + 1; j < parents.length; j++) if (below.has(parents[j])) below.add(j);
  return names.flatMap((label, j) => (below.has(j) ? [] : [{ value: String(j), label }]));
}
