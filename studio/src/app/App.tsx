/** @file The page: top bar, mode rail, panel, stage, timeline, notices. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { restartFresh, startStudio } from '../features/open/actions/start-studio.js';
import { readPreferences, savePreferences } from '../storage/preferences.js';
import { documentOf, errorMessage, notify, showMode, useStudio } from '../store/store.js';
import type { Mode } from '../store/view-state.js';
import { isAborted } from '../workers/worker-client.js';
import { CoachMarks } from './CoachMarks.js';
import { DropZone } from './DropZone.js';
import { ErrorBoundary } from './ErrorBoundary.js';
import { ModeRail } from './ModeRail.js';
import { Notices } from './Notices.js';
import { Panel } from './Panel.js';
import { QuestionDialog } from './QuestionDialog.js';
import { ShortcutSheet } from './ShortcutSheet.js';
import { StageNotes } from './StageNotes.js';
import { pressKey } from './shortcuts.js';
import { Tooltips } from './Tooltips.js';
import { TopBar } from './TopBar.js';

const Viewport = lazy(() => import('../stage/Viewport.js').then((module) => ({ default: module.Viewport })));
const Timeline = lazy(() =>
  import('../features/motion/panel/Timeline.js').then((module) => ({ default: module.Timeline })),
);

const VideoStage = lazy(() =>
  import('../features/video/view/VideoStage.js').then((module) => ({ default: module.VideoStage })),
);

export function App() {
  return (
    <ErrorBoundary what="The studio" advice="Your work is saved in this browser." onReset={restartFresh}>
      <Frame />
    </ErrorBoundary>
  );
}

function Frame() {
  const mode = useStudio(({ view }) => view.mode);
  const dialog = useStudio(({ view }) => view.dialog);
  const question = useStudio(({ view }) => view.question);
  const open = useStudio(({ history }) => history !== null);
  const video = useStudio(({ view }) => view.video !== null && view.mode === 'motion');
  const [panelOpen, setPanelOpen] = useState(() => readPreferences().panelOpen);
  const showPanel = (shown: boolean) => {
    setPanelOpen(shown);
    savePreferences({ panelOpen: shown });
  };
  const chooseMode = (next: Mode) => {
    showPanel(next !== mode || !panelOpen);
    if (next !== mode) showMode(next);
  };
  useTheme();
  useTitle();
  useEffect(() => {
    void startStudio();
    window.addEventListener('keydown', pressKey);
    const stop = reportErrors();
    return () => {
      window.removeEventListener('keydown', pressKey);
      stop();
    };
  }, []);
  return (
    <div className="studio">
      <TopBar panelOpen={panelOpen} onPanel={() => showPanel(!panelOpen)} />
      <ModeRail mode={mode} onMode={chooseMode} />
      {panelOpen && <Panel mode={mode} />}
      <main className="stage">
        <ErrorBoundary
          what="The 3D view"
          advice="It needs WebGL; another browser or a newer driver may help."
        >
          <Suspense fallback={<div className="stage-wait">Loading…</div>}>
            <Viewport />
          </Suspense>
        </ErrorBoundary>
        {video && (
          <ErrorBoundary what="The video" advice="Your work is saved.">
            <Suspense fallback={null}>
              <VideoStage />
            </Suspense>
          </ErrorBoundary>
        )}
        <Notices />
        <StageNotes />
      </main>
      {open && mode === 'motion' && !video && (
        <section className="timeline" aria-label="Timeline">
          <ErrorBoundary what="The timeline" advice="Your work is saved.">
            <Suspense fallback={null}>
              <Timeline />
            </Suspense>
          </ErrorBoundary>
        </section>
      )}
      <DropZone />
      <CoachMarks />
      <Tooltips />
      {dialog === 'shortcuts' && <ShortcutSheet />}
      {question && <QuestionDialog question={question} />}
    </div>
  );
}

function useTheme(): void {
  const theme = useStudio(({ view }) => view.scene.theme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
}

function useTitle(): void {
  const name = useStudio((state) => documentOf(state)?.model.name);
  useEffect(() => {
    document.title = name ? `${name} · posespace studio` : 'posespace studio';
  }, [name]);
}

/** Shows uncaught errors as notices: a tool that fails silently looks as if it did nothing. Returns a function that stops it. */
function reportErrors(): () => void {
  const report = (error: unknown) => {
    if (isAborted(error)) return;
    notify('error', errorMessage(error), 'If it happens again, reload the page: your work is saved.');
  };
  const failed = ({ error, message }: ErrorEvent) => {
    // A harmless browser message about a layout that took one more frame.
    if (!/ResizeObserver/.test(message)) report(error ?? message);
  };
  const refused = ({ reason }: PromiseRejectionEvent) => report(reason);
  window.addEventListener('error', failed);
  window.addEventListener('unhandledrejection', refused);
  return () => {
    window.removeEventListener('error', failed);
    window.removeEventListener('unhandledrejection', refused);
  };
}
