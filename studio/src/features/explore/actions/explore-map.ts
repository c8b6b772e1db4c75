/**
 * @file The pose map: computed in the interactive worker, which has the pose space open and answers at once; dragging
 * over it previews poses. The newest pointer position wins.
 */

import type { Pose } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import {
  currentDocument,
  documentOf,
  errorMessage,
  notify,
  runTask,
  setView,
  skeletonOf,
  useStudio,
} from '../../../store/store.js';
import type { MapGroup, SampledPose } from '../../../store/views/explore-view.js';
import { callWorker } from '../../../workers/worker-client.js';
import { applyPose } from '../../pose/actions/pose-edit.js';

/** Poses of one clip on the map, and of all, at most. */
const MOST_OF_CLIP = 60;
const MOST_OF_CLIPS = 480;

/** Computes the map of clips, samples and saved poses. */
export async function drawMap(): Promise<void> {
  const document = currentDocument();
  const { groups, poses } = gatherPoses(document, useStudio.getState().view.explore.samples);
  const drawn = await runTask('Computing the pose map', (work) =>
    callWorker('interactive', 'map', [poses], work),
  );
  if (!drawn || !isOpen(document)) return;
  setView('explore', { map: { ...drawn, groups } });
  await locatePose();
}

/** What goes on the map, group by group. */
export function gatherPoses(
  { model, library }: StudioDocument,
  samples: readonly SampledPose[],
): { readonly groups: readonly MapGroup[]; readonly poses: readonly Pose[] } {
  const groups: MapGroup[] = [];
  const poses: Pose[] = [];
  const length = model.skeleton!.parents.length * 4;
  const add = (label: string, kind: MapGroup['kind'], members: readonly Pose[]) => {
    const fitting = members.filter(({ rotations }) => rotations.length === length);
    if (fitting.length === 0) return;
    groups.push({ label, kind, start: poses.length, count: fitting.length });
    poses.push(...fitting);
  };
  const share = Math.min(MOST_OF_CLIP, Math.floor(MOST_OF_CLIPS / Math.max(1, model.clips.length)));
  for (const clip of model.clips) add(clip.name, 'clip', spread(clip.poses, Math.max(2, share)));
  add(
    'Samples',
    'sample',
    samples.map(({ pose }) => pose),
  );
  add(
    'Saved poses',
    'saved',
    library.map(({ pose }) => pose),
  );
  return { groups, poses };
}

/** At most `most` of the items, evenly spaced. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  const stride = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, i) => i % stride === 0);
}

/** Finds the map position of the document's pose. */
export async function locatePose(): Promise<void> {
  const document = documentOf(useStudio.getState());
  if (!document || !useStudio.getState().view.explore.map) return;
  try {
    const here = await callWorker('interactive', 'mapPosition', [document.pose]);
    if (documentOf(useStudio.getState())?.pose === document.pose) setView('explore', { here });
  } catch {
    // The worker was restarted without a map; drawing it again brings it back.
    setView('explore', { here: null });
  }
}

export interface MapDrag {
  moveTo(x: number, y: number): void;
  /** Applies the previewed pose. */
  finish(): Promise<void>;
  cancel(): void;
}

/** A drag over the map: previews the pose under the pointer until it is released. */
export function startMapDrag(): MapDrag {
  const document = currentDocument();
  let requested: readonly [number, number] | null = null;
  let pose: Pose | null = null;
  let open = true;
  let working: Promise<void> | null = null;
  async function work(): Promise<void> {
    try {
      while (requested && open && isOpen(document)) {
        const place = requested;
        requested = null;
        pose = await callWorker('interactive', 'mapAt', [...place]);
        if (open && isOpen(document)) setView('scene', { preview: pose });
      }
    } catch (error) {
      open = false;
      setView('explore', { map: null });
      notify('warning', errorMessage(error));
    } finally {
      working = null;
    }
  }
  return {
    moveTo(x, y) {
      requested = [x, y];
      setView('explore', { here: { x, y } });
      working ??= work();
    },
    async finish() {
      await working;
      if (open && pose && isOpen(document)) applyPose('Apply pose from map', pose);
      open = false;
    },
    cancel() {
      open = false;
      setView('scene', { preview: null });
      void locatePose();
    },
  };
}

const isOpen = ({ model }: StudioDocument): boolean => skeletonOf(useStudio.getState()) === model.skeleton;
