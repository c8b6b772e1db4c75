/** @file The open panel: files, sample creatures, recent sessions. */

import { Button } from '../../../controls/Button.js';
import { FileIcon, FolderIcon, LockIcon } from '../../../controls/icons.js';
import { openFromDialog } from '../actions/choose-files.js';
import { RecentSessions } from './RecentSessions.js';
import { SampleGallery } from './SampleGallery.js';
import './open.css';
import { MODEL_NAMES } from '../../../store/model-formats.js';

export function OpenPanel() {
  return (
    <>
      <div className="open-intro">
        <h2>Auto-rig and pose any mesh</h2>
        <p>
          Drop a 3D model: it gets a skeleton, skin weights and a pose space, and you pose it by dragging.
        </p>
        <div className="row">
          <Button kind="primary" icon={<FileIcon />} onClick={() => void openFromDialog(false)}>
            Open file…
          </Button>
          <Button icon={<FolderIcon />} onClick={() => void openFromDialog(true)}>
            Open folder…
          </Button>
        </div>
        <p className="hint">{MODEL_NAMES}. Or drop files anywhere.</p>
        <p className="hint open-private">
          <LockIcon /> Nothing is uploaded: everything runs in this browser.
        </p>
      </div>
      <SampleGallery />
      <RecentSessions />
    </>
  );
}
