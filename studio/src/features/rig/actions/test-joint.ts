/** @file A test bend: the selected joint to and fro about the two axes across its bone, to see what its weights do. */

import { axisAngleInto, multiplyQuaternionInto } from 'posespace';
import { findBendAxes, type Pose, restPose } from 'posespace/rig';
import { currentDocument, documentOf, setView, useStudio } from '../../../store/store.js';

/** Seconds of a bend to and fro, and how far it goes, radians. */
const PERIOD = 1.6;
const REACH = 0.7;

/** Starts or stops the bend. It goes on with whichever joint is selected. */
export function testJoint(on: boolean): void {
  if (on === useStudio.getState().view.rig.testingJoint) return;
  setView('rig', { testingJoint: on });
  if (!on) {
    setView('scene', { preview: null });
    return;
  }
  let start = 0;
  let shown: Pose | null = null;
  const step = (now: number): void => {
    const { view } = useStudio.getState();
    const document = documentOf(useStudio.getState());
    if (!view.rig.testingJoint || !document) return;
    // Another mode, or a hand on the body: what is shown is no longer its business.
    const taken = view.scene.preview !== null && view.scene.preview !== shown && start > 0;
    if (view.mode !== 'rig' || taken) {
      setView('rig', { testingJoint: false });
      return;
    }
    // Frames may be told a time before the one at which they were asked for.
    start ||= now;
    const base = view.rig.editing ? restPose(document.model.skeleton!) : document.pose;
    shown = bend(base, view.scene.selected, (now - start) / 1000);
    setView('scene', { preview: shown });
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function bend(base: Pose, joint: number, seconds: number): Pose {
  const skeleton = currentDocument().model.skeleton!;
  if (joint < 0 || joint >= skeleton.parents.length) return base;
  const axes = findBendAxes(skeleton, joint);
  const [x, y, z] = axes[Math.floor(seconds / PERIOD) % 2];
  const turn = new Float64Array(4);
  axisAngleInto(turn, 0, x, y, z, REACH * Math.sin((seconds / PERIOD) * 2 * Math.PI));
  const rotations = base.rotations.slice();
  multiplyQuaternionInto(rotations, joint * 4, base.rotations, joint * 4, turn, 0);
  return { ...base, rotations };
}
