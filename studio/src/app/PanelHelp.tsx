/** @file The "?" of a panel: a few sentences on what it is for and how to start. */

import { useState } from 'react';
import { IconButton } from '../controls/IconButton.js';
import { HelpIcon } from '../controls/icons.js';
import type { Mode } from '../store/view-state.js';

const HELP: Readonly<Record<Mode, string>> = {
  open: 'Drop a model or a folder anywhere, or choose one here. A mesh without a skeleton is rigged. Everything stays in your browser; sessions are saved there.',
  rig: 'What the body was read as, and its joints. If a limb is wrong, choose the body under “This is” or set the limb of a joint: it is rigged again. A landmark is a joint that stays where it is. “Edit joints” changes joints by hand.',
  pose: 'Drag any joint or any point of the surface. What you dragged stays; release it in the list. “Drag moves” goes from the limb alone to the whole body. Pins hold a joint exactly.',
  explore:
    'Natural poses for this body: sample some, hover to look, click to apply. Interpolate between two poses and add the result as a clip. On the pose map, similar poses are close together.',
  motion:
    'Click a motion to add it as a clip; its sliders change it while it plays. Or build a clip from keyframes: pose, press K, move the playhead, pose again. The dope sheet has a row of keyframes per limb. A video of the creature, dropped here, becomes a clip too.',
  export:
    'Choose a format and its clips. Each format says what it cannot hold. Pictures and videos are drawn from the view of the stage.',
};

export function PanelHelp({ mode, label }: { readonly mode: Mode; readonly label: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <div className="panel-help">
        <IconButton
          label={`About ${label}`}
          title="What is this panel for?"
          icon={<HelpIcon />}
          pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </div>
      {shown && (
        <p className="panel-help-text" role="note">
          {HELP[mode]}
        </p>
      )}
    </>
  );
}
