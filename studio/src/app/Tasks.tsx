/** @file What is under way, with its progress and a way to stop it. */

import { useStudio } from '../state/store.js';

export function Tasks() {
  const tasks = useStudio(({ view }) => view.tasks);
  if (tasks.length === 0) return null;
  return (
    <div className="tasks" role="status">
      {tasks.map(({ id, label, stage, fraction, cancel }) => (
        <div key={id} className="task">
          <span>
            {label}
            {stage && <em> · {stage}</em>}
          </span>
          <progress max={1} value={fraction < 0 ? undefined : fraction} aria-label={label} />
          <button type="button" onClick={cancel} aria-label={`Cancel: ${label}`}>
            Cancel
          </button>
        </div>
      ))}
    </div>
  );
}
