/** @file One line for who sees the studio for the first time; gone after the first drag, for good. */

import { useEffect, useState } from 'react';
import { HandIcon } from '../controls/icons.js';
import { readPreferences, savePreferences } from '../storage/preferences.js';
import { useStudio } from '../store/store.js';

export function FirstHint() {
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
      <HandIcon /> Drag the creature
    </div>
  );
}
