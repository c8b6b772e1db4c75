/** @file What lies over the stage: the first hint, the note on a restored session, running tasks. */

import { useEffect, useState } from 'react';
import { Button } from '../controls/Button.js';
import { IconButton } from '../controls/IconButton.js';
import { CloseIcon, HandIcon } from '../controls/icons.js';
import { openDefault } from '../features/open/actions/start-studio.js';
import { readPreferences, savePreferences } from '../storage/preferences.js';
import { setView, useStudio } from '../store/store.js';

export function StageNotes() {
  return (
    <div className="stage-notes">
      <RestoredNotice />
      <FirstHint />
      <Tasks />
    </div>
  );
}

/** Shown on the first visit; gone for good after the first drag. */
function FirstHint() {
  const [hasDragged, setHasDragged] = useState(() => readPreferences().hasDragged);
  const ready = useStudio(
    ({ view }) =>
      view.scene.facts !== null &&
      view.tasks.length === 0 &&
      view.session.restored === null &&
      (view.mode === 'open' || view.mode === 'pose'),
  );
  const changed = useStudio(({ history }) => (history?.past.length ?? 0) > 0);
  useEffect(() => {
    if (!changed || hasDragged) return;
    setHasDragged(true);
    savePreferences({ hasDragged: true });
  }, [changed, hasDragged]);
  if (hasDragged || !ready) return null;
  return (
    <div className="first-hint">
      <HandIcon /> Drag the creature to pose it
    </div>
  );
}

/** Says that the last session was restored, with a button to start fresh. */
function RestoredNotice() {
  const restored = useStudio(({ view }) => view.session.restored);
  const changed = useStudio(({ history }) => (history?.past.length ?? 0) > 0);
  if (restored === null || changed) return null;
  return (
    <div className="restored-notice" role="status">
      <span>Restored your last session: {restored}</span>
      <Button kind="quiet" onClick={() => void openDefault()}>
        Start fresh
      </Button>
      <IconButton
        label="Dismiss"
        icon={<CloseIcon />}
        onClick={() => setView('session', { restored: null })}
      />
    </div>
  );
}

/** Running tasks with progress and a cancel button. Shown after a delay (frame.css), so that short ones do not flicker. */
function Tasks() {
  const tasks = useStudio(({ view }) => view.tasks);
  const opening = useStudio(({ history, view }) => history !== null && view.scene.facts === null);
  return (
    <div className="tasks" role="status">
      {tasks.map(({ id, label, stage, fraction, cancel }) => (
        <div key={id} className="task">
          <span className="task-label">
            {label}
            {stage && <span className="task-stage">{stage}</span>}
          </span>
          <Button kind="quiet" onClick={cancel} label={`Cancel: ${label}`}>
            Cancel
          </Button>
          <progress max={1} value={fraction < 0 ? undefined : fraction} aria-label={label} />
        </div>
      ))}
      {opening && tasks.length === 0 && <div className="opening">Preparing…</div>}
    </div>
  );
}
