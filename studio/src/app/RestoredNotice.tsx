/** @file Tells that the last session was brought back, and the way out of it. */

import { Button } from '../controls/Button.js';
import { IconButton } from '../controls/IconButton.js';
import { CloseIcon } from '../controls/icons.js';
import { openDefault } from '../features/open/actions/start-studio.js';
import { setView, useStudio } from '../store/store.js';

export function RestoredNotice() {
  const restored = useStudio(({ view }) => view.session.restored);
  const changed = useStudio(({ history }) => (history?.past.length ?? 0) > 0);
  if (restored === null || changed) return null;
  return (
    <div className="restored-notice" role="status">
      <span>Restored {restored}, as you left it</span>
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
