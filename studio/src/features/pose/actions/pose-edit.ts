/** @file What is done to a whole pose: taken, mirrored, copied, put right. Each is one step of the history. */

import { type Pose, restPose } from 'posespace/rig';
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

/** Makes a pose the document's. */
export function applyPose(label: string, pose: Pose, gesture?: object): void {
  change(label, (document) => ({ ...document, pose: barePose(pose) }), gesture);
  setView('scene', { preview: null });
}

/** The pose on the screen: whatever is done is done to what is seen. */
const seenPose = (): Pose => shownPose(useStudio.getState()) ?? currentDocument().pose;

export function resetPose(): void {
  applyPose('Rest', restPose(currentDocument().model.skeleton!));
}

export async function mirrorPose(): Promise<void> {
  await edit('Mirror', (document, pose) =>
    document.partners.some((partner, j) => partner >= 0 && partner !== j)
      ? callWorker('interactive', 'mirror', [pose])
      : tell('This creature has no left and right to swap.'),
  );
}

export function copyPose(): void {
  setView('pose', { clipboard: seenPose() });
}

export function pastePose(): void {
  const { clipboard } = useStudio.getState().view.pose;
  const jointCount = skeletonOf(useStudio.getState())?.parents.length ?? 0;
  if (clipboard?.rotations.length === jointCount * 4) applyPose('Paste pose', clipboard);
}

/** Takes the body out of itself and its joints back within their limits; pins stay. */
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

/** Pulls the pose to the nearest that the creature would take; pins stay. */
export async function snapToNatural(): Promise<void> {
  const { snapStrength } = useStudio.getState().view.pose;
  await edit('Pull back', (document, pose) =>
    runTask('Pulling the pose back', (work) =>
      callWorker('background', 'project', [pose, snapStrength, pinnedJoints(document)], work),
    ),
  );
}

const pinnedJoints = ({ pins }: StudioDocument): number[] =>
  pins.filter(({ position }) => position).map(({ joint }) => joint);

function tell(message: string): undefined {
  notify('info', message);
  return undefined;
}

/** Changes the pose that is seen by an answer, unless another creature came meanwhile. */
async function edit(
  label: string,
  compute: (document: StudioDocument, pose: Pose) => Promise<Pose | undefined> | undefined,
): Promise<void> {
  const document = currentDocument();
  const pose = await compute(document, seenPose());
  const same = skeletonOf(useStudio.getState()) === document.model.skeleton;
  if (pose && same) applyPose(label, pose);
}
