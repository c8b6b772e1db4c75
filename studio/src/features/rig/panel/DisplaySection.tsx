/** @file What is shown of the rig: bones, names, sides, weights, and a test bend. */

import { Button } from '../../../controls/Button.js';
import { PauseIcon, PlayIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { wiggle } from '../actions/test-joint.js';
import { HEAT_GRADIENT } from '../view/weight-colors.js';

export function ShowSection() {
  const { xray, names, sides } = useStudio(({ view }) => view.scene);
  const heat = useStudio(({ view }) => view.rig.heat);
  const wiggling = useStudio(({ view }) => view.rig.wiggling);
  const skinned = useStudio((state) => documentOf(state)?.model.skin !== undefined);
  const joint = useStudio(({ view }) => view.scene.selected);
  const name = useStudio((state) => skeletonOf(state)?.names[joint]);
  return (
    <Section title="Show">
      <div className="rig-pairs">
        <Toggle
          label="X-ray"
          value={xray}
          onChange={(value) => setView('scene', { xray: value })}
          title="Bones through the mesh"
        />
        <Toggle label="Names" value={names} onChange={(value) => setView('scene', { names: value })} />
        <Toggle
          label="Sides"
          value={sides}
          onChange={(value) => setView('scene', { sides: value })}
          title="Left and right in colours"
        />
        {skinned && (
          <Toggle
            label="Weights"
            value={heat}
            onChange={(value) => setView('rig', { heat: value })}
            title="How much of the body follows the selected joint"
          />
        )}
      </div>
      {skinned && heat && <HeatLegend name={name} />}
      <Button
        wide
        icon={wiggling ? <PauseIcon /> : <PlayIcon />}
        disabled={joint < 0 && !wiggling}
        title={joint < 0 ? 'Select a joint first' : 'Bends the selected joint to and fro'}
        onClick={() => wiggle(!wiggling)}
      >
        {wiggling ? 'Stop wiggling' : 'Wiggle'}
      </Button>
    </Section>
  );
}

function HeatLegend({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <p className="hint">Select a joint to see what follows it.</p>;
  return (
    <div className="rig-legend">
      <p className="hint">How much follows {name}</p>
      <div className="rig-ramp" style={{ background: HEAT_GRADIENT }} />
      <div className="rig-scale">
        <span>none</span>
        <span>half</span>
        <span>all</span>
      </div>
    </div>
  );
}
