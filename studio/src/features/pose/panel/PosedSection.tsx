/** @file How drags affect the body, and the joints that stay where they were dragged. */

import { DRAG_DEFAULTS } from 'posespace';
import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { CloseIcon } from '../../../controls/icons.js';
import { ListRow } from '../../../controls/ListRow.js';
import { Section } from '../../../controls/Section.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { savePreferences } from '../../../storage/preferences.js';
import { jointLabel } from '../../../store/joint-label.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { releaseJoint } from '../actions/pose-pins.js';

const NONE: readonly number[] = [];

export function PosedSection() {
  const touched = useStudio((state) => documentOf(state)?.touched ?? NONE);
  const names = useStudio((state) => skeletonOf(state)?.names);
  if (!names) return null;
  return (
    <Section
      title="Dragging"
      actions={
        touched.length > 1 && (
          <Button kind="quiet" onClick={() => releaseJoint()}>
            Release all
          </Button>
        )
      }
    >
      <Locality />
      <FootLock />
      {touched.length > 0 && (
        <>
          <p className="hint">Stay where you dragged them:</p>
          <ul className="list" aria-label="Posed joints">
            {touched.map((joint) => (
              <ListRow
                key={joint}
                title={jointLabel(names[joint])}
                onClick={() => setView('scene', { selected: joint })}
                onHover={(over) => setView('scene', { hovered: over ? joint : -1 })}
                actions={
                  <IconButton
                    label={`Release ${jointLabel(names[joint])}`}
                    icon={<CloseIcon />}
                    onClick={() => releaseJoint(joint)}
                  />
                }
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** From the dragged limb alone to the whole body. */
function Locality() {
  const locality = useStudio(({ view }) => view.pose.locality);
  const set = (value: number) => {
    setView('pose', { locality: 1 - value });
    savePreferences({ locality: 1 - value });
  };
  const describe = (value: number) =>
    value === 0 ? 'Limb only' : value < 0.4 ? 'Local' : value < 1 ? 'Mixed' : 'Whole body';
  return (
    <Slider
      label="Drag moves"
      title={`How much of the body follows a drag. Usual: ${describe(1 - DRAG_DEFAULTS.locality).toLowerCase()}`}
      value={Math.round((1 - locality) * 20) / 20}
      step={0.05}
      format={describe}
      onChange={set}
    />
  );
}

function FootLock() {
  const footLock = useStudio(({ view }) => view.pose.footLock);
  const footCount = useStudio(({ view }) => view.scene.facts?.feet.length ?? 0);
  return (
    <Toggle
      label="Lock feet"
      title={`Keeps ${footCount} feet on the ground while you drag`}
      hint={footCount > 0 ? undefined : 'This creature does not stand on feet.'}
      value={footLock && footCount > 0}
      disabled={footCount === 0}
      onChange={(value) => {
        setView('pose', { footLock: value });
        savePreferences({ footLock: value });
      }}
    />
  );
}
