/** @file The top bar: name and size of the open model, undo and redo, theme, shortcuts, export. */

import { Button } from '../controls/Button.js';
import { IconButton } from '../controls/IconButton.js';
import {
  DownloadIcon,
  HelpIcon,
  MoonIcon,
  PanelIcon,
  RedoIcon,
  SunIcon,
  UndoIcon,
} from '../controls/icons.js';
import { savePreferences } from '../storage/preferences.js';
import {
  documentOf,
  redoChange,
  setView,
  showDialog,
  showMode,
  undoChange,
  useStudio,
} from '../store/store.js';

export interface TopBarProps {
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
}

export function TopBar({ panelOpen, onPanel }: TopBarProps) {
  const undoLabel = useStudio(({ history }) => (history?.past.length ? history.present.label : null));
  const redoLabel = useStudio(({ history }) => history?.future[0]?.label ?? null);
  return (
    <header className="topbar">
      <Brand />
      <DocumentName />
      <span className="spacer" />
      <IconButton
        label="Undo"
        icon={<UndoIcon />}
        disabled={undoLabel === null}
        title={undoLabel === null ? 'Nothing to undo' : `Undo: ${undoLabel} (Z)`}
        onClick={undoChange}
      />
      <IconButton
        label="Redo"
        icon={<RedoIcon />}
        disabled={redoLabel === null}
        title={redoLabel === null ? 'Nothing to redo' : `Redo: ${redoLabel} (Shift+Z)`}
        onClick={redoChange}
      />
      <span className="topbar-rule" />
      <IconButton label={panelOpen ? 'Hide panel' : 'Show panel'} icon={<PanelIcon />} onClick={onPanel} />
      <ThemeButton />
      <IconButton
        label="Keyboard shortcuts"
        icon={<HelpIcon />}
        title="Keyboard shortcuts (?)"
        onClick={() => showDialog('shortcuts')}
      />
      <Button
        kind="primary"
        label="Export model"
        title="Export the model, images and videos"
        icon={<DownloadIcon />}
        onClick={() => showMode('export')}
      >
        Export
      </Button>
    </header>
  );
}

function DocumentName() {
  const model = useStudio((state) => documentOf(state)?.model);
  if (!model) return null;
  const triangles = model.mesh.triangles.length / 3;
  const facts = [
    model.skeleton && `${model.skeleton.names.length} joints`,
    triangles > 0 && `${triangles.toLocaleString('en')} triangles`,
    model.clips.length > 0 && `${model.clips.length} ${model.clips.length === 1 ? 'clip' : 'clips'}`,
  ].filter(Boolean);
  return (
    <div className="document-name">
      <strong title={model.name}>{model.name}</strong>
      <span className="document-facts">{facts.join(' · ')}</span>
    </div>
  );
}

function ThemeButton() {
  const theme = useStudio(({ view }) => view.scene.theme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label="Switch between dark and light"
      icon={theme === 'dark' ? <SunIcon /> : <MoonIcon />}
      title={`Switch to ${other}`}
      onClick={() => {
        setView('scene', { theme: other });
        savePreferences({ theme: other });
      }}
    />
  );
}

function Brand() {
  return (
    <div className="brand">
      <svg viewBox="4 5 24 24" width="22" height="22" aria-hidden="true">
        <g stroke="var(--accent)" strokeWidth="2.4" strokeLinecap="round" fill="none">
          <path d="M7 22c4-9 9-12 17-13" />
          <path d="M13 15l-2 10M19 11l3 9" />
        </g>
        <g fill="var(--ink)">
          <circle cx="7" cy="22" r="2.2" />
          <circle cx="13.5" cy="14.5" r="2.2" />
          <circle cx="24" cy="9" r="2.2" />
          <circle cx="11" cy="25" r="1.7" />
          <circle cx="22" cy="20.5" r="1.7" />
        </g>
      </svg>
      <strong>posespace</strong>
    </div>
  );
}
