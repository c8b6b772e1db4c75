/** @file Opens files that are dropped anywhere on the window, with an overlay while they are dragged over it. */

import { useEffect, useState } from 'react';
import { UploadIcon } from '../controls/icons.js';
import { gatherDropped } from '../features/open/actions/gather-files.js';
import { openGathered } from '../features/open/actions/open-files.js';
import { MODEL_NAMES } from '../store/model-formats.js';

export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Every element fires enter and leave events; the count reaches 0 when the pointer leaves the window.
    let depth = 0;
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (holdsFiles(event)) setOver(++depth > 0);
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      setOver(depth > 0);
    };
    const hover = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void openGathered(gatherDropped(event.dataTransfer!));
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name as 'drop', listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name as 'drop', listener);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="drop-veil">
      <div>
        <UploadIcon />
        <strong>Drop to open</strong>
        <span>{MODEL_NAMES}, or a folder</span>
        <span>A video becomes a clip of the open creature</span>
      </div>
    </div>
  );
}
