/** @file What the user has to know, in words, with what to do. */

import { dismiss, useStudio } from '../state/store.js';

export function Notices() {
  const notices = useStudio(({ view }) => view.notices);
  return (
    <div className="notices" aria-live="polite">
      {notices.map(({ id, severity, message, fix }) => (
        <div key={id} className={`notice ${severity}`} role={severity === 'error' ? 'alert' : 'status'}>
          <p>
            {message}
            {fix && <em> {fix}</em>}
          </p>
          <button type="button" onClick={() => dismiss(id)} aria-label="Dismiss">
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
