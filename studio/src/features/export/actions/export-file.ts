/** @file Exports the model as a file, with the options of the panel. */

import type { Clip } from 'posespace/motion';
import type { StudioDocument } from '../../../store/document.js';
import { currentDocument, notify, runTask, shownPose, useStudio } from '../../../store/store.js';
import type { ExportView, ModelFormat } from '../../../store/views/export-view.js';
import { callWorker } from '../../../workers/worker-client.js';
import { bakeSketch } from '../../motion/actions/key-transitions.js';
import { download, fileName, formatBytes } from './export-download.js';

/** Formats that can be written in the current pose. */
export const POSABLE: ReadonlySet<ModelFormat> = new Set<ModelFormat>(['glb', 'gltf', 'obj', 'ply', 'stl']);

export const exportGlb = (): Promise<boolean> => exportModel('glb');

/** Writes the model; false where it was cancelled or failed. */
export async function exportModel(format: ModelFormat): Promise<boolean> {
  const state = useStudio.getState();
  const document = currentDocument();
  const { names, reduced, posed } = state.view.export;
  const model = { ...document.model, clips: chosenClips(document, state.view.export, format) };
  const name = fileName(format);
  const file = await runTask(`Writing ${name}`, (work) =>
    callWorker(
      'background',
      'export',
      [
        model,
        name,
        {
          names: names === 'unchanged' ? undefined : names,
          reduced,
          pose: posed && POSABLE.has(format) ? (shownPose(state) ?? undefined) : undefined,
        },
      ],
      work,
    ),
  );
  if (!file) return false;
  download(new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
  notify('info', `Saved ${file.name} (${formatBytes(file.bytes.length)}).`);
  for (const { code, severity, message, fix } of file.findings) {
    // The panel already says what the format cannot hold.
    if (severity !== 'info' && code !== 'not-in-format') notify('warning', message, fix);
  }
  return true;
}

/** Clips that can be written: those of the model, and the new clip where it has two keyframes. */
export function exportableClips({ model, sketch }: StudioDocument): readonly Clip[] {
  return sketch.keys.length > 1 ? [...model.clips, bakeSketch(sketch)] : model.clips;
}

export const exportableClipNames = ({ model, sketch }: StudioDocument): readonly string[] => [
  ...model.clips.map(({ name }) => name),
  ...(sketch.keys.length > 1 ? [sketch.name] : []),
];

function chosenClips(
  document: StudioDocument,
  { clipsLeftOut, oneClip }: ExportView,
  format: ModelFormat,
): readonly Clip[] {
  const all = exportableClips(document);
  if (format === 'bvh') return [all.find(({ name }) => name === oneClip) ?? all[0]].filter(Boolean);
  const chosen = all.filter(({ name }) => !clipsLeftOut.includes(name));
  // The writer compares by identity: the unchanged list keeps the clips of the file as they are.
  return chosen.length === all.length && all === document.model.clips ? all : chosen;
}
