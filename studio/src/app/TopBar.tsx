/** @file The top bar: what is open, undo and redo, theme. */

import { documentOf, redoChange, setView, showDialog, undoChange, useStudio } from '../state/store.js';

export function TopBar() {
  const name = useStudio((state) => documentOf(state)?.model.name ?? '');
  const undoLabel = useStudio(({ history }) => (history?.past.length ? history.present.label : null));
  const redoLabel = useStudio(({ history }) => history?.future[0]?.label ?? null);
  const theme = useStudio(({ view }) => view.scene.theme);
  return (
    <header className="topbar">
      <strong className="brand">posespace</strong>
      <span className="document-name">{name}</span>
      <span className="spacer" />
      <button
        type="button"
        disabled={undoLabel === null}
        onClick={undoChange}
        aria-label="Undo"
        title={`Undo ${undoLabel ?? ''} (Z)`}
      >
        Undo
      </button>
      <button
        type="button"
        disabled={redoLabel === null}
        onClick={redoChange}
        aria-label="Redo"
        title={`Redo ${redoLabel ?? ''} (Shift+Z)`}
      >
        Redo
      </button>
      <button
        type="button"
        aria-label="Switch between dark and light"
        onClick={() => setView('scene', { theme: theme === 'dark' ? 'light' : 'dark' })}
      >
        {theme === 'dark' ? 'Light' : 'Dark'}
      </button>
      <button type="button" aria-label="Keyboard shortcuts" onClick={() => showDialog('shortcuts')}>
        ?
      </button>
    </header>
  );
}
