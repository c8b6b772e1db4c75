/** @file The panel of a mode, loaded when it is first shown. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { keepPreferences, readPreferences } from '../keep/preferences.js';
import type { Mode } from '../state/view-state.js';
import { ErrorBoundary } from './ErrorBoundary.js';
import { MODE_LABELS } from './ModeRail.js';
import { PanelGrip } from './PanelGrip.js';
import { useMedia } from './use-media.js';

const PANELS: Readonly<Record<Mode, React.LazyExoticComponent<() => React.ReactNode>>> = {
  start: lazy(() => import('../panels/start/StartPanel.js').then((room) => ({ default: room.StartPanel }))),
  rig: lazy(() => import('../panels/rig/RigPanel.js').then((room) => ({ default: room.RigPanel }))),
  pose: lazy(() => import('../panels/pose/PosePanel.js').then((room) => ({ default: room.PosePanel }))),
  explore: lazy(() =>
    import('../panels/explore/ExplorePanel.js').then((room) => ({ default: room.ExplorePanel })),
  ),
  motion: lazy(() =>
    import('../panels/motion/MotionPanel.js').then((room) => ({ default: room.MotionPanel })),
  ),
  out: lazy(() => import('../panels/out/OutPanel.js').then((room) => ({ default: room.OutPanel }))),
};

/** Where the panel is a sheet below the stage; the same as in frame.css. */
const NARROW = '(max-width: 900px)';

export function Panel({ mode }: { readonly mode: Mode }) {
  const narrow = useMedia(NARROW);
  const [width, setWidth] = useState(() => readPreferences().panelWidth);
  const [height, setHeight] = useState(() => readPreferences().panelHeight);
  useEffect(() => keepPreferences({ panelWidth: width, panelHeight: height }), [width, height]);
  const Room = PANELS[mode];
  return (
    <aside
      className="panel"
      aria-label={`${MODE_LABELS[mode]} panel`}
      style={narrow ? { height } : { width }}
    >
      <div className="panel-scroll">
        <ErrorBoundary
          key={mode}
          what="This panel"
          advice="The rest of the studio still works; your work is kept."
        >
          <Suspense fallback={null}>
            <Room />
          </Suspense>
        </ErrorBoundary>
      </div>
      <PanelGrip
        axis={narrow ? 'height' : 'width'}
        size={narrow ? height : width}
        onSize={narrow ? setHeight : setWidth}
      />
    </aside>
  );
}
