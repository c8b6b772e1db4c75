/**
 * @file Applies `stageCamera` to the Three.js camera; a frame request frames the selected joint or the whole body.
 */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import type { PerspectiveCamera } from 'three';
import { forwardOf } from '../../store/body-directions.js';
import { documentOf, shownPose, useStudio } from '../../store/store.js';
import { bodyBounds } from '../measure-body.js';
import { azimuthOf, THREE_QUARTER } from '../stage-view.js';
import { applyView } from './apply-view.js';
import { type Framed, frameJoint, frameWhole, framingDistance } from './frame-body.js';
import { isSame } from './orbit.js';
import { stageCamera } from './stage-camera.js';

/** Margin around the framed body. */
const MARGIN = 1.12;
/** The view of the last framing. */
let framedView: typeof stageCamera.goal | null = null;

export function CameraRig() {
  const camera = useThree((three) => three.camera) as PerspectiveCamera;
  const size = useThree((three) => three.size);
  const invalidate = useThree((three) => three.invalidate);
  const set = useThree((three) => three.set);
  const request = useStudio(({ view }) => view.scene.frameRequest);
  const framedAppearance = useRef<unknown>(undefined);

  useEffect(() => {
    stageCamera.onFrameNeeded = invalidate;
    set({ controls: stageCamera as never });
  }, [invalidate, set]);

  useEffect(() => {
    stageCamera.width = size.width;
    stageCamera.height = size.height;
    followSize();
    invalidate();
  }, [size, invalidate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a request frames the body
  useEffect(() => {
    const { appearance } = useStudio.getState().view.scene;
    const isNew = framedAppearance.current !== appearance;
    framedAppearance.current = appearance;
    answerRequest(isNew);
  }, [request]);

  useFrame((_, seconds) => {
    const moving = stageCamera.step(seconds);
    applyView(camera);
    if (moving) invalidate();
  });
  return null;
}

/** Width of the tools at the left edge of the stage, pixels. */
const TOOLS = 52;

/** Width over height of what the tools leave free: the body stays in the middle, so both sides count. */
const freeAspect = (): number =>
  Math.max(0.5 * stageCamera.width, stageCamera.width - 2 * TOOLS) / Math.max(1, stageCamera.height);

/** Frames the selected joint, or the whole body where it is already framed or nothing is selected. A new body resets the view. */
function answerRequest(isNew: boolean): void {
  const state = useStudio.getState();
  const document = documentOf(state);
  const pose = shownPose(state);
  if (!document?.model.skeleton || !pose) return;
  const { model } = document;
  const { selected } = state.view.scene;
  stageCamera.radius = bodyBounds(model).radius;
  const aspect = freeAspect();
  const viewOf = (framed: Framed, from = stageCamera.goal) => ({
    ...from,
    target: framed.target,
    distance: framingDistance(framed, from, aspect) * MARGIN,
  });
  const go = (view: typeof stageCamera.goal, atOnce?: boolean) => {
    stageCamera.goTo(view, atOnce);
    framedView = view;
  };
  if (isNew) {
    const azimuth = azimuthOf(forwardOf(model)) + THREE_QUARTER.azimuth;
    const { elevation } = THREE_QUARTER;
    go(viewOf(frameWhole(model, pose), { ...stageCamera.goal, azimuth, elevation }), true);
    return;
  }
  const whole = viewOf(frameWhole(model, pose));
  const joint = selected >= 0 ? viewOf(frameJoint(model, pose, selected)) : whole;
  go(isSame(stageCamera.goal, joint) ? whole : joint);
}

/** Frames the body again on a stage of another size, unless the camera was moved since. */
function followSize(): void {
  if (!framedView || !isSame(stageCamera.goal, framedView)) return;
  const state = useStudio.getState();
  const document = documentOf(state);
  const pose = shownPose(state);
  if (!document?.model.skeleton || !pose || state.view.scene.selected >= 0) return;
  const framed = frameWhole(document.model, pose);
  const aspect = freeAspect();
  framedView = { ...stageCamera.goal, distance: framingDistance(framed, stageCamera.goal, aspect) * MARGIN };
  stageCamera.goTo(framedView, true);
}
