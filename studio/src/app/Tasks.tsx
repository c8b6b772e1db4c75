/** @file What is under way, with its progress and a way to stop it. Shown after a moment, so that a blink is no flicker. */

import { Button } from '../controls/Button.js';
import { useStudio } from '../store/store.js';

export function Tasks() {
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
      {opening && tasks.length === 0 && <div className="opening">Getting it ready…</div>}
    </div>
  );
}
