/** @file Pins of the selected joint, and the list of all pinned joints. */

import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { CloseIcon, EyeIcon, PinIcon, RotateIcon } from '../../../controls/icons.js';
import { ListRow } from '../../../controls/ListRow.js';
import { Section } from '../../../controls/Section.js';
import type { Pin } from '../../../store/document.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { type PinKind, pinOf, removeAllPins, removePin, togglePin } from '../actions/pose-pins.js';

const NO_PINS: readonly Pin[] = [];
const KINDS: readonly { readonly kind: PinKind; readonly label: string; readonly icon: React.ReactNode }[] = [
  { kind: 'position', label: 'Position', icon: <PinIcon /> },
  { kind: 'rotation', label: 'Rotation', icon: <RotateIcon /> },
  { kind: 'lookAt', label: 'Look at', icon: <EyeIcon /> },
];

export function PinsSection() {
  const pins = useStudio((state) => documentOf(state)?.pins ?? NO_PINS);
  const names = useStudio((state) => skeletonOf(state)?.names);
  const selected = useStudio(({ view }) => view.scene.selected);
  if (!names) return null;
  return (
    <Section
      title="Pins"
      actions={
        pins.length > 1 && (
          <Button kind="quiet" onClick={removeAllPins}>
            Remove all
          </Button>
        )
      }
    >
      {selected >= 0 && selected < names.length ? (
        <PinChoice joint={selected} name={names[selected]} />
      ) : (
        <p className="hint">
          Select a joint to pin its position or rotation, or to make it look at a target.
        </p>
      )}
      {pins.length > 0 && (
        <ul className="list" aria-label="Pinned joints">
          {pins.map((pin) => (
            <ListRow
              key={pin.joint}
              title={names[pin.joint]}
              detail={describe(pin)}
              selected={pin.joint === selected}
              onClick={() => setView('scene', { selected: pin.joint })}
              onHover={(over) => setView('scene', { hovered: over ? pin.joint : -1 })}
              actions={
                <IconButton
                  label={`Unpin ${names[pin.joint]}`}
                  icon={<CloseIcon />}
                  onClick={() => removePin(pin.joint)}
                />
              }
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function PinChoice({ joint, name }: { readonly joint: number; readonly name: string }) {
  const document = useStudio(documentOf);
  if (!document) return null;
  const pin = pinOf(document, joint);
  return (
    <fieldset className="pin-choice">
      <legend>
        Pin <strong>{name}</strong>
      </legend>
      <div className="pin-kinds">
        {KINDS.map(({ kind, label, icon }) => (
          <button
            key={kind}
            type="button"
            className="pin-kind"
            aria-label={`Pin ${label.toLowerCase()}`}
            aria-pressed={kind === 'lookAt' ? pin.lookAt !== undefined : pin[kind]}
            onClick={() => togglePin(joint, kind)}
          >
            {icon}
            {label}
          </button>
        ))}
      </div>
      {pin.lookAt && <p className="hint">Drag the blue sphere on the stage to move the target.</p>}
    </fieldset>
  );
}

const describe = ({ position, rotation, lookAt }: Pin): string =>
  [position && 'position', rotation && 'rotation', lookAt && 'look-at'].filter(Boolean).join(', ');
