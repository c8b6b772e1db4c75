/** @file The frame: top bar, modes, panel, stage, timeline, notices. */

import { lazy, Suspense, useEffect } from 'react';
import { openCreature } from '../state/actions/open.js';
import { showMode, useStudio } from '../state/store.js';
import { MODES, type Mode } from '../state/view-state.js';
import { ModeRail } from './ModeRail.js';
import { Notices } from './Notices.js';
import { Tasks } from './Tasks.js';
import { TopBar } from './TopBar.js';

const Viewport = lazy(() => import('../view/Viewport.js').then(({ Viewport }) => ({ default: Viewport })));

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

const Timeline = lazy(() =>
  import('../panels/motion/Timeline.js').then((room) => ({ default: room.Timeline })),
);

export function App() {
  const mode = useStudio(({ view }) => view.mode);
  const theme = useStudio(({ view }) => view.scene.theme);
  const open = useStudio(({ history }) => history !== null);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    if (!useStudio.getState().history) void openCreature('quadruped');
  }, []);
  const Panel = PANELS[mode];
  return (
    <div className="studio">
      <TopBar />
      <ModeRail modes={MODES} mode={mode} onMode={showMode} />
      <aside className="panel" aria-label={`${mode} panel`}>
        <Suspense fallback={null}>
          <Panel />
        </Suspense>
      </aside>
      <main className="stage">
        <Suspense fallback={null}>
          <Viewport />
        </Suspense>
        <Tasks />
      </main>
      {open && mode === 'motion' && (
        <section className="timeline" aria-label="Timeline">
          <Suspense fallback={null}>
            <Timeline />
          </Suspense>
        </section>
      )}
      <Notices />
    </div>
  );
}
