/** @file The start panel: what this is, opening something, our creatures, what was left before. */

import { Button } from '../../../controls/Button.js';
import { FileIcon, FolderIcon, LockIcon } from '../../../controls/icons.js';
import { openFromDialog } from '../actions/choose-files.js';
import { RecentSessions } from './RecentSessions.js';
import { SampleGallery } from './SampleGallery.js';
import './open.css';

export function OpenPanel() {
  return (
    <div className="start">
      <div className="open-intro">
        <h2>Any mesh, posable</h2>
        <p>Drop a creature and take it by the hand: it gets a skeleton, and knows how its body can move.</p>
        <div className="row">
          <Button kind="primary" icon={<FileIcon />} onClick={() => void openFromDialog(false)}>
            Open file…
          </Button>
          <Button icon={<FolderIcon />} onClick={() => void openFromDialog(true)}>
            Open folder…
          </Button>
        </div>
        <p className="hint">GLB, glTF, VRM, FBX, OBJ, PLY, STL or BVH. Or drop it anywhere.</p>
        <p className="hint open-private">
          <LockIcon /> Nothing is uploaded: all work is done in this browser.
        </p>
      </div>
      <SampleGallery />
      <RecentSessions />
    </div>
  );
}
