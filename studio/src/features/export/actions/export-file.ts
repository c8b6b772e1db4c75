/** @file Exporting the model: what the panel chose, as a file. */

import type { Clip } from 'posespace/motion';
import type { StudioDocument } from '../../../store/document.js';
import { currentDocument, notify, runTask, shownPose, useStudio } from '../../../store/store.js';
import type { ExportView, ModelFormat } from '../../../store/views/export-view.js';
import { callWorker } from '../../../workers/worker-client.js';
import { bakeSketch } from '../../motion/actions/key-transitions.js';
import { download, fileName, formatBytes } from './export-download.js';

/** Formats that can be left in a pose. */
export const POSABLE: ReadonlySet<ModelFormat> = new Set<ModelFormat>(['glb', 'gltf', 'obj', 'ply', 'stl']);

export const exportGlb = (): Promise<boolean> => exportModel('glb');

/** Writes the model as the panel says; false where it was stopped or failed. */
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
          names: names === 'kept' ? undefined : names,
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
    // What a format cannot hold is said beside the choice of it.
    if (severity !== 'info' && code !== 'not-in-format') notify('warning', message, fix);
  }
  return true;
}

/** Clips that can be written: those of the model, and the one in the making where it moves. */
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
  // The very list of the model tells that nothing about it changed.
  return chosen.length === all.length && all === document.model.clips ? all : chosen;
}
