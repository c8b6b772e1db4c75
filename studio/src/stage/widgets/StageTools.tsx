/** @file Toolbar of the stage: pointer tools and display options. */

import { Icon } from '../../controls/Icon.js';
import { IconButton } from '../../controls/IconButton.js';
import {
  BoneIcon,
  FrameIcon,
  GridIcon,
  HandIcon,
  HomeIcon,
  MoveIcon,
  RotateIcon,
  SymmetryIcon,
} from '../../controls/icons.js';
import { frameBody } from '../../features/open/actions/open-files.js';
import { forwardOf } from '../../store/body-directions.js';
import { documentOf, setView, useStudio } from '../../store/store.js';
import type { Tool } from '../../store/view-state.js';
import { stageCamera } from '../camera/stage-camera.js';
import { azimuthOf, THREE_QUARTER } from '../stage-view.js';

const NameIcon = () => (
  <Icon>
    <path d="M2.2 4h6.6l5 4-5 4H2.2z" />
    <path d="M4.8 6.9h3.4M4.8 9.1h2.2" />
  </Icon>
);

const TOOLS: readonly {
  readonly tool: Tool;
  readonly label: string;
  readonly title: string;
  readonly icon: React.ReactNode;
}[] = [
  { tool: 'drag', label: 'Drag tool', title: 'Drag any joint or point (R)', icon: <HandIcon /> },
  { tool: 'move', label: 'Move tool', title: 'Move the selected joint (W)', icon: <MoveIcon /> },
  { tool: 'rotate', label: 'Rotate tool', title: 'Rotate the selected joint (E)', icon: <RotateIcon /> },
];

const SHOWN = [
  { part: 'xray', label: 'Show bones', title: 'Draw bones through the mesh (X)', icon: <BoneIcon /> },
  { part: 'names', label: 'Show names', title: 'Joint names (N)', icon: <NameIcon /> },
  { part: 'sides', label: 'Show left and right', title: 'Colour left and right', icon: <SymmetryIcon /> },
  { part: 'ground', label: 'Show ground', title: 'Ground and shadow', icon: <GridIcon /> },
] as const;

export function StageTools() {
  return (
    <>
      <div className="stage-tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
        {TOOLS.map((tool) => (
          <ToolButton key={tool.tool} {...tool} />
        ))}
        <hr />
        {SHOWN.map((shown) => (
          <ShownButton key={shown.part} {...shown} />
        ))}
      </div>
      <div className="view-buttons">
        <IconButton
          label="Frame"
          title="Frame the selection or the creature (F)"
          icon={<FrameIcon />}
          onClick={frameBody}
        />
        <IconButton label="Three-quarter view" icon={<HomeIcon />} onClick={lookFromFront} />
      </div>
    </>
  );
}

function ToolButton({ tool, label, title, icon }: (typeof TOOLS)[number]) {
  const pressed = useStudio(({ view }) => view.scene.tool === tool);
  return (
    <IconButton
      label={label}
      title={title}
      icon={icon}
      pressed={pressed}
      onClick={() => setView('scene', { tool })}
    />
  );
}

function ShownButton({ part, label, title, icon }: (typeof SHOWN)[number]) {
  const pressed = useStudio(({ view }) => view.scene[part]);
  return (
    <IconButton
      label={label}
      title={title}
      icon={icon}
      pressed={pressed}
      onClick={() => setView('scene', { [part]: !pressed })}
    />
  );
}

function lookFromFront(): void {
  const forward = forwardOf(documentOf(useStudio.getState())?.model);
  stageCamera.goTo({
    azimuth: azimuthOf(forward) + THREE_QUARTER.azimuth,
    elevation: THREE_QUARTER.elevation,
  });
}
