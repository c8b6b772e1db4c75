/** @file What to do: one button per mode. */

import type { Mode } from '../state/view-state.js';

const LABELS: Readonly<Record<Mode, string>> = {
  start: 'Start',
  rig: 'Rig',
  pose: 'Pose',
  explore: 'Explore',
  motion: 'Motion',
  out: 'Export',
};

export function ModeRail({
  modes,
  mode,
  onMode,
}: {
  readonly modes: readonly Mode[];
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
}) {
  return (
    <nav className="rail" aria-label="Modes">
      {modes.map((one) => (
        <button
          key={one}
          type="button"
          className="rail-button"
          aria-current={one === mode ? 'page' : undefined}
          onClick={() => onMode(one)}
        >
          {LABELS[one]}
        </button>
      ))}
    </nav>
  );
}
