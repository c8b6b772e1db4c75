/** @file What is shown of the rig: bones, names, sides, weights, and a test bend. */

import { Button } from '../../../controls/Button.js';
import { PauseIcon, PlayIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { testJoint } from '../actions/test-joint.js';
import { WEIGHT_GRADIENT } from '../view/weight-colors.js';

export function DisplaySection() {
  const { xray, names, sides } = useStudio(({ view }) => view.scene);
  const showWeights = useStudio(({ view }) => view.rig.showWeights);
  const testingJoint = useStudio(({ view }) => view.rig.testingJoint);
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
            value={showWeights}
            onChange={(value) => setView('rig', { showWeights: value })}
            title="How much of the body follows the selected joint"
          />
        )}
      </div>
      {skinned && showWeights && <WeightLegend name={name} />}
      <Button
        wide
        icon={testingJoint ? <PauseIcon /> : <PlayIcon />}
        disabled={joint < 0 && !testingJoint}
        title={joint < 0 ? 'Select a joint first' : 'Bends the selected joint to and fro'}
        onClick={() => testJoint(!testingJoint)}
      >
        {testingJoint ? 'Stop testingJoint' : 'Wiggle'}
      </Button>
    </Section>
  );
}

function WeightLegend({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <p className="hint">Select a joint to see what follows it.</p>;
  return (
    <div className="rig-legend">
      <p className="hint">How much follows {name}</p>
      <div className="rig-ramp" style={{ background: WEIGHT_GRADIENT }} />
      <div className="rig-scale">
        <span>none</span>
        <span>half</span>
        <span>all</span>
      </div>
    </div>
  );
}
