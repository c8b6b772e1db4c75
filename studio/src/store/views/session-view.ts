/** @file State of the stored sessions; not undone, not saved. */

import type { SessionSummary } from '../../storage/session.js';

export interface SessionView {
  /** Sessions that can be opened again, newest first. */
  readonly sessions: readonly SessionSummary[];
  /** Id of the session being saved; null for none. */
  readonly current: string | null;
  /** Name of the session restored on load; null for none, or once dismissed. */
  readonly restored: string | null;
  /** Whether changes are saved: no changes, not yet, saved, failed. */
  readonly state: 'idle' | 'pending' | 'saved' | 'failed';
}

export const SESSION_VIEW: SessionView = { sessions: [], current: null, restored: null, state: 'idle' };
