/**
 * @file Where the body stands in the first frame: found by its outline, corrected by hand. One correction is drawn at a
 * time; those that come meanwhile are put together.
 */

import { restPose } from 'posespace/rig';
import type { StageAdjustment } from 'posespace/video';
import {
  changeVideo,
  currentDocument,
  errorMessage,
  notify,
  runTask,
  shownPose,
  useStudio,
} from '../../../store/store.js';
import type { VideoView } from '../../../store/views/video-view.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';
import type { PlacedBody } from '../../../workers/worker-protocol.js';
import { onVideo } from './video-source.js';

/** Overlaps of at least this are a good start. */
export const GOOD_OVERLAP = 0.8;

/** Finds where the body stands, by its outline. */
export async function placeAutomatically(): Promise<void> {
  const { video } = useStudio.getState().view;
  if (!video) return;
  const placed = await runTask('Finding the creature in the first frame', (work) =>
    onVideo(() => callWorker('background', 'placeOnVideo', [null, video.firstPose, {}], work), work),
  );
  if (placed) show(placed);
}

/** Says which pose the first frame shows, and places the body again. */
export async function chooseFirstPose(startsIn: VideoView['startsIn']): Promise<void> {
  const { skeleton } = currentDocument().model;
  const shown = shownPose(useStudio.getState());
  changeVideo({ startsIn, firstPose: (startsIn === 'shown' && shown) || restPose(skeleton!) });
  await placeAutomatically();
}

let waiting: StageAdjustment | null = null;
let drawing = false;

/** Moves, scales or turns the body in the picture. */
export function placeBody(adjustment: StageAdjustment): void {
  waiting = combine(waiting ?? {}, adjustment);
  if (!drawing) void drawWaiting();
}

const combine = (a: StageAdjustment, b: StageAdjustment): StageAdjustment => ({
  right: (a.right ?? 0) + (b.right ?? 0),
  down: (a.down ?? 0) + (b.down ?? 0),
  scale: (a.scale ?? 1) * (b.scale ?? 1),
  azimuth: (a.azimuth ?? 0) + (b.azimuth ?? 0),
  elevation: (a.elevation ?? 0) + (b.elevation ?? 0),
});

async function drawWaiting(): Promise<void> {
  drawing = true;
  try {
    while (waiting) {
      const { video } = useStudio.getState().view;
      const adjustment = waiting;
      waiting = null;
      if (!video?.stage || video.fitting) break;
      const { stage, firstPose } = video;
      const placed = await onVideo(() =>
        callWorker('background', 'placeOnVideo', [stage, firstPose, adjustment]),
      );
      if (placed) show(placed);
    }
  } catch (error) {
    if (!isAborted(error)) notify('error', errorMessage(error));
  } finally {
    drawing = false;
    waiting = null;
  }
}

/** A placement makes an earlier fit void. */
const show = ({ stage, picture, overlap }: PlacedBody): void =>
  changeVideo({ stage, picture, overlap, frame: 0, fit: null, playing: false });
