/** @file Display options of the rig, and the joint test. */

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
    <Section title="Viewport display">
      <div className="rig-pairs">
        <Toggle
          label="X-ray"
          value={xray}
          onChange={(value) => setView('scene', { xray: value })}
          title="Draw bones through the mesh"
        />
        <Toggle label="Names" value={names} onChange={(value) => setView('scene', { names: value })} />
        <Toggle
          label="Sides"
          value={sides}
          onChange={(value) => setView('scene', { sides: value })}
          title="Colour left and right"
        />
        {skinned && (
          <Toggle
            label="Weights"
            value={showWeights}
            onChange={(value) => setView('rig', { showWeights: value })}
            title="Show the skin weights of the selected joint"
          />
        )}
      </div>
      {skinned && showWeights && <WeightLegend name={name} />}
      <Button
        wide
        icon={testingJoint ? <PauseIcon /> : <PlayIcon />}
        disabled={joint < 0 && !testingJoint}
        title={
          joint < 0
            ? 'Select a joint first'
            : 'Rotate the selected joint back and forth to see its weights in motion'
        }
        onClick={() => testJoint(!testingJoint)}
      >
        {testingJoint ? 'Stop test' : 'Test joint'}
      </Button>
    </Section>
  );
}

function WeightLegend({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <p className="hint">Select a joint to see its weights.</p>;
  return (
    <div className="rig-legend">
      <p className="hint">Weights of {name}</p>
      <div className="rig-ramp" style={{ background: WEIGHT_GRADIENT }} />
      <div className="rig-scale">
        <span>0</span>
        <span>0.5</span>
        <span>1</span>
      </div>
    </div>
  );
}
