/** @file Edits of the whole pose: apply, mirror, copy, repair, snap. Each is one history step. */

import { type Pose, restPose } from 'posespace/rig';
import { hasSides } from '../../../store/body-directions.js';
import { barePose, type StudioDocument } from '../../../store/document.js';
import {
  change,
  currentDocument,
  notify,
  runTask,
  setView,
  shownPose,
  skeletonOf,
  useStudio,
} from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';

/** Makes a pose the document's pose. */
export function applyPose(label: string, pose: Pose, gesture?: object): void {
  // Another pose: nothing of it was dragged yet.
  change(label, (document) => ({ ...document, pose: barePose(pose), touched: [] }), gesture);
  setView('scene', { preview: null });
}

/** The visible pose: edits apply to what is on the screen. */
const visiblePose = (): Pose => shownPose(useStudio.getState()) ?? currentDocument().pose;

export function resetPose(): void {
  applyPose('Reset to rest pose', restPose(currentDocument().model.skeleton!));
}

export async function mirrorPose(): Promise<void> {
  await edit('Mirror', (document, pose) =>
    hasSides(document.model)
      ? callWorker('interactive', 'mirror', [pose])
      : inform('This creature has no left and right sides.'),
  );
}

export function copyPose(): void {
  setView('pose', { clipboard: visiblePose() });
}

export function pastePose(): void {
  const { clipboard } = useStudio.getState().view.pose;
  const jointCount = skeletonOf(useStudio.getState())?.parents.length ?? 0;
  if (clipboard?.rotations.length === jointCount * 4) applyPose('Paste pose', clipboard);
}

/** Resolves self-intersections and joint limit violations; pins stay. */
export async function repairPose(): Promise<void> {
  await edit('Repair', async (document, pose) => {
    const repaired = await runTask('Repairing the pose', (work) =>
      callWorker('background', 'repair', [pose, pinnedJoints(document)], work),
    );
    if (!repaired) return undefined;
    const worst = repaired.findings.find(({ severity }) => severity !== 'info');
    if (worst) notify('warning', worst.message, worst.fix);
    else if (repaired.change === 0) notify('info', 'Nothing to repair.');
    return repaired;
  });
}

/** Moves the pose toward the nearest natural one; pins stay. */
export async function snapToNatural(): Promise<void> {
  const { snapStrength } = useStudio.getState().view.pose;
  await edit('Snap to natural pose', (document, pose) =>
    runTask('Snapping to the natural pose', (work) =>
      callWorker('background', 'project', [pose, snapStrength, pinnedJoints(document)], work),
    ),
  );
}

const pinnedJoints = ({ pins }: StudioDocument): number[] =>
  pins.filter(({ position }) => position).map(({ joint }) => joint);

function inform(message: string): undefined {
  notify('info', message);
  return undefined;
}

/** Replaces the visible pose by a result, unless another creature was opened meanwhile. */
async function edit(
  label: string,
  compute: (document: StudioDocument, pose: Pose) => Promise<Pose | undefined> | undefined,
): Promise<void> {
  const document = currentDocument();
  const pose = await compute(document, visiblePose());
  const same = skeletonOf(useStudio.getState()) === document.model.skeleton;
  if (pose && same) applyPose(label, pose);
}
