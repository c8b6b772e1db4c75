/** @file Edits of the whole pose. */

import { Button } from '../../../controls/Button.js';
import { CopyIcon, MirrorIcon, PasteIcon, ResetIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Toggle } from '../../../controls/Toggle.js';
import { hasSides } from '../../../store/body-directions.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { copyPose, mirrorPose, pastePose, resetPose } from '../actions/pose-edit.js';

export function PoseActions() {
  const symmetric = useStudio(({ view }) => view.pose.symmetric);
  const canPaste = useStudio(({ view }) => view.pose.clipboard !== null);
  const sided = useStudio((state) => hasSides(documentOf(state)?.model));
  return (
    <Section title="Whole pose">
      <div className="pose-buttons">
        <Button onClick={resetPose} icon={<ResetIcon />} title="Reset to the rest pose">
          Reset
        </Button>
        <Button
          onClick={() => void mirrorPose()}
          icon={<MirrorIcon />}
          title="Swap left and right (M)"
          disabled={!sided && 'This creature has no left and right sides'}
        >
          Mirror
        </Button>
        <Button onClick={copyPose} icon={<CopyIcon />} label="Copy pose" title="Copy pose (Ctrl+C)">
          Copy
        </Button>
        <Button
          onClick={pastePose}
          icon={<PasteIcon />}
          label="Paste pose"
          title="Paste pose (Ctrl+V)"
          disabled={!canPaste && 'Copy a pose first'}
        >
          Paste
        </Button>
      </div>
      <Toggle
        label="Symmetric editing"
        title="Mirror every drag to the other side"
        value={symmetric && sided}
        disabled={!sided}
        onChange={(value) => setView('pose', { symmetric: value })}
      />
    </Section>
  );
}
