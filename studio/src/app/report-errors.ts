/** @file What nobody caught, in words on the page as well: a tool that fails in silence looks as if it did nothing. */

import { errorMessage, notify } from '../store/store.js';
import { isAborted } from '../workers/worker-client.js';

/** Listens until what it gives is called. */
export function reportErrors(): () => void {
  const tell = (error: unknown) => {
    if (isAborted(error)) return;
    notify('error', errorMessage(error), 'If it happens again, reload the page: your work is kept.');
  };
  const failed = ({ error, message }: ErrorEvent) => {
    // Said by browsers when a size settles a frame late; nothing failed.
    if (!/ResizeObserver/.test(message)) tell(error ?? message);
  };
  const refused = ({ reason }: PromiseRejectionEvent) => tell(reason);
  window.addEventListener('error', failed);
  window.addEventListener('unhandledrejection', refused);
  return () => {
    window.removeEventListener('error', failed);
    window.removeEventListener('unhandledrejection', refused);
  };
}
