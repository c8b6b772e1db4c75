/**
 * @file Test joint: rotates the selected joint back and forth about the two axes across its bone, to show its weights
 * in motion.
 */

import { axisAngleInto, multiplyQuaternionInto } from 'posespace';
import { findBendAxes, type Pose, restPose } from 'posespace/rig';
import { currentDocument, documentOf, setView, useStudio } from '../../../store/store.js';

/** Period of the rotation, seconds, and its amplitude, radians. */
const PERIOD = 1.6;
const AMPLITUDE = 0.7;

/** Starts or stops the test. It follows the selection. */
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
    // Another mode or a drag ends the test.
    const replaced = view.scene.preview !== null && view.scene.preview !== shown && start > 0;
    if (view.mode !== 'rig' || replaced) {
      setView('rig', { testingJoint: false });
      return;
    }
    // The first frame sets the start: its time may precede the call.
    start ||= now;
    const base = view.rig.editing ? restPose(document.model.skeleton!) : document.pose;
    shown = rotatedPose(base, view.scene.selected, (now - start) / 1000);
    setView('scene', { preview: shown });
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function rotatedPose(base: Pose, joint: number, seconds: number): Pose {
  const skeleton = currentDocument().model.skeleton!;
  if (joint < 0 || joint >= skeleton.parents.length) return base;
  const axes = findBendAxes(skeleton, joint);
  const [x, y, z] = axes[Math.floor(seconds / PERIOD) % 2];
  const rotation = new Float64Array(4);
  axisAngleInto(rotation, 0, x, y, z, AMPLITUDE * Math.sin((seconds / PERIOD) * 2 * Math.PI));
  const rotations = base.rotations.slice();
  multiplyQuaternionInto(rotations, joint * 4, base.rotations, joint * 4, rotation, 0);
  return { ...base, rotations };
}
