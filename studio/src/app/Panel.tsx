/** @file The panel of the current mode, loaded when it is first shown. */

import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { readPreferences, savePreferences } from '../storage/preferences.js';
import type { Mode } from '../store/view-state.js';
import { ErrorBoundary } from './ErrorBoundary.js';
import { MODE_LABELS } from './ModeRail.js';
import { PanelHelp } from './PanelHelp.js';
import { PanelResizer } from './PanelResizer.js';

const PANELS: Readonly<Record<Mode, React.LazyExoticComponent<() => React.ReactNode>>> = {
  open: lazy(() =>
    import('../features/open/panel/OpenPanel.js').then((module) => ({ default: module.OpenPanel })),
  ),
  rig: lazy(() =>
    import('../features/rig/panel/RigPanel.js').then((module) => ({ default: module.RigPanel })),
  ),
  pose: lazy(() =>
    import('../features/pose/panel/PosePanel.js').then((module) => ({ default: module.PosePanel })),
  ),
  explore: lazy(() =>
    import('../features/explore/panel/ExplorePanel.js').then((module) => ({ default: module.ExplorePanel })),
  ),
  motion: lazy(() =>
    import('../features/motion/panel/MotionPanel.js').then((module) => ({ default: module.MotionPanel })),
  ),
  export: lazy(() =>
    import('../features/export/panel/ExportPanel.js').then((module) => ({ default: module.ExportPanel })),
  ),
};

/** Screens on which the panel is a sheet below the stage; the same query as in frame.css. */
const NARROW = '(max-width: 900px) and (orientation: portrait), (max-width: 620px)';

export function Panel({ mode }: { readonly mode: Mode }) {
  const narrow = useMedia(NARROW);
  const [width, setWidth] = useState(() => readPreferences().panelWidth);
  const [height, setHeight] = useState(() => readPreferences().panelHeight);
  useEffect(() => savePreferences({ panelWidth: width, panelHeight: height }), [width, height]);
  const Content = PANELS[mode];
  return (
    <aside
      className="panel"
      aria-label={`${MODE_LABELS[mode]} panel`}
      style={narrow ? { height } : { width }}
    >
      <div key={mode} className="panel-scroll">
        <PanelHelp mode={mode} label={MODE_LABELS[mode]} />
        <ErrorBoundary what="This panel" advice="The rest of the studio still works; your work is saved.">
          <Suspense fallback={null}>
            <Content />
          </Suspense>
        </ErrorBoundary>
      </div>
      <PanelResizer
        axis={narrow ? 'height' : 'width'}
        size={narrow ? height : width}
        onSize={narrow ? setHeight : setWidth}
      />
    </aside>
  );
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
