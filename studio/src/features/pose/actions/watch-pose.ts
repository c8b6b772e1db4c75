/**
 * @file Watches the pose of the document: how far outside of the pose space it is, soon after it changed, and what is
 * wrong with it once the hand rests. Answers about poses of before are dropped; work on them is let finish, as ending
 * a worker would cost more than what is left of it.
 */

import type { Pose } from 'posespace/rig';
import { documentOf, type StudioState, setView, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import type { PoseCheck } from '../../../workers/worker-protocol.js';

/** How long a pose has to stand before it is measured, and before it is checked, milliseconds. */
const MEASURE_AFTER = 120;
const CHECK_AFTER = 600;

/** Nothing is wrong with rest, by definition. */
const NOTHING_WRONG: PoseCheck = { findings: [], intersecting: new Uint32Array(0) };
const isRest = ({ rotations }: Pose): boolean =>
  rotations.every((value, i) => value === (i % 4 === 3 ? 1 : 0));

/** Watches until what it gives is called. */
export function watchPose(): () => void {
  const measuring = createWatch(MEASURE_AFTER, async (pose) => ({
    measure: await callWorker('interactive', 'measure', [pose]),
  }));
  const checking = createWatch(CHECK_AFTER, async (pose) => ({
    check: isRest(pose) ? NOTHING_WRONG : await callWorker('background', 'check', [pose]),
  }));
  const look = (state: StudioState, before?: StudioState) => {
    const [pose, old] = [documentOf(state)?.pose, before && documentOf(before)?.pose];
    const opened = state.view.pose.space !== before?.view.pose.space;
    if (!pose || !state.view.pose.space || (pose === old && !opened)) return;
    measuring.see(pose);
    checking.see(pose);
    if (state.view.pose.check) setView('pose', { check: null });
  };
  look(useStudio.getState());
  const end = useStudio.subscribe(look);
  return () => {
    end();
    measuring.stop();
    checking.stop();
  };
}

/** Questions on their way. */
let askingCount = 0;

/** One question at a time, always about the newest pose that has stood for a while. */
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
      // The worker was ended for something else; the next change asks again.
    } finally {
      asking = false;
      setView('pose', { watching: --askingCount > 0 });
    }
    await run();
  };
  return {
    see(pose: Pose): void {
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
