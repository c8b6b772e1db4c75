/**
 * @file Watches the document's pose: its plausibility soon after a change, and its faults once it is stable. Results
 * about earlier poses are dropped; their computation is not cancelled, since restarting a worker costs more.
 */

import type { Pose } from 'posespace/rig';
import { documentOf, type StudioState, setView, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import type { PoseCheck } from '../../../workers/worker-protocol.js';

/** Delays between a change of the pose and its plausibility score and check, milliseconds. */
const MEASURE_AFTER = 120;
const CHECK_AFTER = 600;

/** The rest pose is valid by definition. */
const NO_FAULTS: PoseCheck = { findings: [], intersecting: new Uint32Array(0) };
const isRest = ({ rotations }: Pose): boolean =>
  rotations.every((value, i) => value === (i % 4 === 3 ? 1 : 0));

/** Starts watching. Returns a function that stops it. */
export function watchPose(): () => void {
  const measuring = createWatch(MEASURE_AFTER, async (pose) => ({
    measure: await callWorker('interactive', 'measure', [pose]),
  }));
  const checking = createWatch(CHECK_AFTER, async (pose) => ({
    check: isRest(pose) ? NO_FAULTS : await callWorker('background', 'check', [pose]),
  }));
  const update = (state: StudioState, before?: StudioState) => {
    const [pose, old] = [documentOf(state)?.pose, before && documentOf(before)?.pose];
    const opened = state.view.pose.space !== before?.view.pose.space;
    if (!pose || !state.view.pose.space || (pose === old && !opened)) return;
    measuring.schedule(pose);
    checking.schedule(pose);
    if (state.view.pose.check) setView('pose', { check: null });
  };
  update(useStudio.getState());
  const end = useStudio.subscribe(update);
  return () => {
    end();
    measuring.stop();
    checking.stop();
  };
}

/** Calls under way. */
let askingCount = 0;

/** One call at a time, always for the newest pose that was stable for a while. */
function createWatch(after: number, question: (pose: Pose) => Promise<object>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let wanted: Pose | null = null;
  const isCurrent = (pose: Pose) => documentOf(useStudio.getState())?.pose === pose;
  const run = async (): Promise<void> => {
    if (asking || !wanted) return;
    const pose = wanted;
    wanted = null;
    asking = true;
    setView('pose', { watching: ++askingCount > 0 });
    try {
      const answer = await question(pose);
      if (isCurrent(pose)) setView('pose', answer);
    } catch {
      // The worker was restarted; the next change calls it again.
    } finally {
      asking = false;
      setView('pose', { watching: --askingCount > 0 });
    }
    await run();
  };
  return {
    schedule(pose: Pose): void {
      wanted = null;
      clearTimeout(timer);
      timer = setTimeout(() => {
        wanted = pose;
        void run();
      }, after);
    },
    stop(): void {
      clearTimeout(timer);
      wanted = null;
    },
  };
}
