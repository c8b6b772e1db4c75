/** @file One button per mode. The button of the current mode hides and shows its panel. */

import type { ReactNode } from 'react';
import { BoneIcon, DownloadIcon, GridIcon, HomeIcon, MotionIcon, PersonIcon } from '../controls/icons.js';
import { MODES, type Mode } from '../store/view-state.js';

export const MODE_LABELS: Readonly<Record<Mode, string>> = {
  open: 'Open',
  rig: 'Rig',
  pose: 'Pose',
  explore: 'Explore',
  motion: 'Motion',
  export: 'Export',
};

const ICONS: Readonly<Record<Mode, ReactNode>> = {
  open: <HomeIcon />,
  rig: <BoneIcon />,
  pose: <PersonIcon />,
  explore: <GridIcon />,
  motion: <MotionIcon />,
  export: <DownloadIcon />,
};

const TITLES: Readonly<Record<Mode, string>> = {
  open: 'Open a file or a sample creature (1)',
  rig: 'Inspect and edit the skeleton and weights (2)',
  pose: 'Pose by dragging, pin joints, save poses (3)',
  explore: 'Sample poses, interpolate between them, browse the pose map (4)',
  motion: 'Keyframes, clips and playback (5)',
  export: 'Export models, images and videos (6)',
};

export interface ModeRailProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
}

export function ModeRail({ mode, onMode }: ModeRailProps) {
  return (
    <nav className="rail" aria-label="Modes">
      {MODES.map((one) => (
        <button
          key={one}
          type="button"
          className="rail-button"
          aria-current={one === mode ? 'page' : undefined}
          title={TITLES[one]}
          onClick={() => onMode(one)}
        >
          {ICONS[one]}
          <span>{MODE_LABELS[one]}</span>
        </button>
      ))}
    </nav>
  );
}
