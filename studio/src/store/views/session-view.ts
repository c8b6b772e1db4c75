/** @file What is known of kept sessions; not undone, not saved. */

import type { SessionSummary } from '../../storage/session.js';

export interface SessionView {
  /** Sessions that can be opened again, newest first. */
  readonly sessions: readonly SessionSummary[];
  /** The one that is being written; null before there is one. */
  readonly current: string | null;
  /** Name of what was brought back when the page was opened; null where nothing was, or it was put away. */
  readonly restored: string | null;
  /** Whether what was done is written: nothing to write, not yet, yes, cannot be. */
  readonly state: 'idle' | 'pending' | 'saved' | 'failed';
}

export const SESSION_VIEW: SessionView = { sessions: [], current: null, restored: null, state: 'idle' };
