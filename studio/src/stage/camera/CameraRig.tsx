/**
 * @file Applies `stageCamera` to the Three.js camera; a frame request frames the selected joint or the whole body.
 */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import type { PerspectiveCamera } from 'three';
import { documentOf, shownPose, useStudio } from '../../store/store.js';
import { bodyBounds } from '../measure-body.js';
import { azimuthOf, distanceOf, THREE_QUARTER } from '../stage-view.js';
import { applyView } from './apply-view.js';
import { frameJoint, frameWhole } from './frame-body.js';
import { isSame } from './orbit.js';
import { stageCamera } from './stage-camera.js';

/** Margin around the framed body. */
const MARGIN = 1.08;

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

/** Frames the selected joint, or the whole body where it is already framed or nothing is selected. A new body resets the view. */
function answerRequest(isNew: boolean): void {
  const state = useStudio.getState();
  const document = documentOf(state);
  const pose = shownPose(state);
  if (!document?.model.skeleton || !pose) return;
  const { model, body } = document;
  const { selected } = state.view.scene;
  stageCamera.radius = bodyBounds(model).radius;
  const aspect = stageCamera.width / Math.max(1, stageCamera.height);
  const viewOf = ({ target, radius }: ReturnType<typeof frameWhole>) => ({
    ...stageCamera.goal,
    target,
    distance: distanceOf(radius * MARGIN, aspect),
  });
  if (isNew) {
    const azimuth = azimuthOf(body?.forward ?? [0, 0, 1]) + THREE_QUARTER.azimuth;
    const { elevation } = THREE_QUARTER;
    stageCamera.goTo({ ...viewOf(frameWhole(model, pose)), azimuth, elevation }, true);
    return;
  }
  const whole = viewOf(frameWhole(model, pose));
  const joint = selected >= 0 ? viewOf(frameJoint(model, pose, selected)) : whole;
  stageCamera.goTo(isSame(stageCamera.goal, joint) ? whole : joint);
}
