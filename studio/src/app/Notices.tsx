/**
 * @file Notices with a message and a suggested fix, beside the stage. They leave by themselves, the later the graver;
 * one under the pointer stays.
 */

import { useEffect, useState } from 'react';
import { IconButton } from '../controls/IconButton.js';
import { CloseIcon, InfoIcon, WarningIcon } from '../controls/icons.js';
import { dismiss, useStudio } from '../store/store.js';
import type { Notice } from '../store/view-state.js';

/** How long a notice stays, milliseconds. */
const STAY: Readonly<Record<Notice['severity'], number>> = { info: 6000, warning: 14000, error: 30_000 };

export function Notices() {
  const notices = useStudio(({ view }) => view.notices);
  return (
    <div className="notices" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice: { id, severity, message, fix, action } }: { readonly notice: Notice }) {
  // A notice under the pointer stays.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // A notice with a button needs more time.
    const stay = action ? Math.max(STAY[severity], STAY.warning) : STAY[severity];
    if (held) return;
    const timer = setTimeout(() => dismiss(id), stay);
    return () => clearTimeout(timer);
  }, [id, severity, action, held]);
  return (
    <div
      className={`notice ${severity}`}
      role={severity === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {severity === 'info' ? <InfoIcon /> : <WarningIcon />}
      <p>
        {message}
        {fix && <span className="notice-fix"> {fix}</span>}
        {action && (
          <button
            type="button"
            className="notice-action"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </p>
      <IconButton label="Dismiss" icon={<CloseIcon />} onClick={() => dismiss(id)} />
    </div>
  );
}
