/** @file Display options of the motion mode. */

import { Section } from '../../../controls/Section.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { setView, useStudio } from '../../../store/store.js';

export function MotionDisplay() {
  const ghosts = useStudio(({ view }) => view.motion.ghosts);
  const ghostStep = useStudio(({ view }) => view.motion.ghostStep);
  const path = useStudio(({ view }) => view.motion.path);
  const contacts = useStudio(({ view }) => view.motion.showContacts);
  const follow = useStudio(({ view }) => view.motion.follow);
  const selected = useStudio(({ view }) => view.scene.selected);
  return (
    <Section title="Viewport display">
      <Toggle label="Onion skinning" value={ghosts} onChange={(on) => setView('motion', { ghosts: on })} />
      {ghosts && (
        <Slider
          label="Frame step"
          value={ghostStep}
          min={1}
          max={15}
          step={1}
          onChange={(step) => setView('motion', { ghostStep: step })}
        />
      )}
      <Toggle
        label="Motion path"
        value={path}
        hint={
          path && selected < 0
            ? 'Select a joint on the stage; without a selection it is the root.'
            : undefined
        }
        onChange={(on) => setView('motion', { path: on })}
      />
      <Toggle
        label="Ground contacts"
        value={contacts}
        onChange={(on) => setView('motion', { showContacts: on })}
      />
      <Toggle label="Camera follows" value={follow} onChange={(on) => setView('motion', { follow: on })} />
    </Section>
  );
}
