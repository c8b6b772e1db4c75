/**
 * @file The gizmo of the selected joint. Move: the joint is a handle, and the body follows in its pose space. Rotate:
 * the joint rotates about the axes of its bone, with its descendants. One gesture is one history step; Esc cancels
 * it.
 */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { Object3D, Quaternion } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { startPoseDrag } from '../../features/pose/actions/drag-pose.js';
import { beginPoseGesture } from '../../features/pose/actions/pose-gesture.js';
import { rotateJoint } from '../../features/pose/actions/rotate-joint.js';
import { jointLabel } from '../../store/joint-label.js';
import { currentDocument, skeletonOf, useStudio } from '../../store/store.js';
import { setStageBusy } from '../canvas/stage-busy.js';
import { awaitFrame } from '../pointer/mark-latency.js';
import { shownJoints } from '../posed-joints.js';

/** Whether the gizmo has the pointer: over one of its handles, or dragged. */
export const gizmoState: { busy: boolean } = { busy: false };

const COLORS = ['#e2574c', '#7bb662', '#4f8fe6', '#f2a65a'] as const;
const SIZE = 0.85;

/** A drag of the gizmo. */
interface GizmoDrag {
  follow(proxy: Object3D): void;
  finish(): void;
  cancel(): void;
}

export function Gizmo() {
  const tool = useStudio(({ view }) => view.scene.tool);
  const joint = useStudio(({ view }) => view.scene.selected);
  const editing = useStudio(({ view }) => view.rig.editing);
  const jointCount = useStudio((state) => skeletonOf(state)?.parents.length ?? 0);
  const isShown = tool !== 'drag' && joint >= 0 && joint < jointCount && !editing;
  return isShown ? <JointGizmo key={`${tool} ${joint}`} tool={tool} joint={joint} /> : null;
}

function JointGizmo({ tool, joint }: { readonly tool: 'move' | 'rotate'; readonly joint: number }) {
  const camera = useThree((three) => three.camera);
  const canvas = useThree((three) => three.gl.domElement);
  const invalidate = useThree((three) => three.invalidate);
  const proxy = useMemo(() => new Object3D(), []);
  const controls = useMemo(() => createControls(camera, tool), [camera, tool]);
  const helper = useMemo(() => controls.getHelper(), [controls]);

  useEffect(() => {
    controls.connect(canvas);
    controls.attach(proxy);
    const stop = followGestures(controls, proxy, () =>
      tool === 'move' ? startTranslating(joint) : startRotating(joint),
    );
    controls.addEventListener('change', invalidate as never);
    invalidate();
    return () => {
      stop();
      controls.removeEventListener('change', invalidate as never);
      controls.detach();
      controls.disconnect();
      gizmoState.busy = false;
      invalidate();
    };
  }, [controls, proxy, canvas, tool, joint, invalidate]);

  useFrame(() => {
    if (!controls.dragging) placeAtJoint(proxy, joint);
    proxy.updateMatrixWorld();
    helper.updateMatrixWorld();
  });
  return (
    <>
      <primitive object={proxy} />
      <primitive object={helper} />
    </>
  );
}

function createControls(camera: TransformControls['camera'], tool: 'move' | 'rotate'): TransformControls {
  const controls = new TransformControls(camera);
  controls.setMode(tool === 'move' ? 'translate' : 'rotate');
  controls.setSpace(tool === 'move' ? 'world' : 'local');
  controls.setSize(SIZE);
  controls.setColors(...COLORS);
  return controls;
}

/** Handles drags of the gizmo. Returns a function that stops it. */
function followGestures(controls: TransformControls, proxy: Object3D, start: () => GizmoDrag): () => void {
  let drag: GizmoDrag | null = null;
  const update = () => {
    gizmoState.busy = controls.axis !== null || controls.dragging;
  };
  const begin = () => {
    drag = start();
    setStageBusy(true);
  };
  const move = () => drag?.follow(proxy);
  const release = () => {
    drag?.finish();
    drag = null;
    setStageBusy(false);
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    drag.cancel();
    drag = null;
    controls.reset();
    controls.dragging = false;
    setStageBusy(false);
  };
  const listeners = {
    'axis-changed': update,
    'dragging-changed': update,
    mouseDown: begin,
    objectChange: move,
    mouseUp: release,
  };
  for (const [name, listener] of Object.entries(listeners))
    controls.addEventListener(name as 'change', listener);
  window.addEventListener('keydown', cancel, { capture: true });
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      controls.removeEventListener(name as 'change', listener);
    window.removeEventListener('keydown', cancel, { capture: true });
    drag?.finish();
  };
}

function startTranslating(joint: number): GizmoDrag {
  const drag = startPoseDrag({ joint }, ({ time }) => awaitFrame(time), 'Move');
  return {
    follow: ({ position }) => drag.moveTo([position.x, position.y, position.z], performance.now()),
    finish: () => void drag.finish(),
    cancel: drag.cancel,
  };
}

function startRotating(joint: number): GizmoDrag {
  const document = currentDocument();
  const { symmetric } = useStudio.getState().view.pose;
  const gesture = beginPoseGesture(`Rotate ${jointLabel(document.model.skeleton!.names[joint])}`);
  const back = frameOf(joint).invert();
  return {
    follow({ quaternion }) {
      const { x, y, z, w } = quaternion.clone().multiply(back);
      gesture.show(rotateJoint(document, gesture.start, joint, [x, y, z, w], symmetric));
      awaitFrame(performance.now());
    },
    finish: gesture.finish,
    cancel: gesture.cancel,
  };
}

/** The rest orientation of a joint's bone. */
const frameOf = (joint: number): Quaternion =>
  new Quaternion().fromArray(currentDocument().model.skeleton!.frames, joint * 4).normalize();

function placeAtJoint(proxy: Object3D, joint: number): void {
  const joints = shownJoints(useStudio.getState());
  if (!joints || joint * 3 >= joints.positions.length) return;
  proxy.position.fromArray(joints.positions, joint * 3);
  proxy.quaternion.fromArray(joints.rotations, joint * 4).multiply(frameOf(joint));
}
