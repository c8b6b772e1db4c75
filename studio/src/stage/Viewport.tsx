/** @file The stage: camera, light, ground, body, bones, gizmos. Rendered on demand. */

import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NeutralToneMapping } from 'three';
import { MotionOverlay } from '../features/motion/view/MotionOverlay.js';
import { PoseOverlay } from '../features/pose/view/PoseOverlay.js';
import { RigOverlay } from '../features/rig/view/RigOverlay.js';
import { Body } from './Body.js';
import { Bones } from './bones/Bones.js';
import { CameraRig } from './camera/CameraRig.js';
import { PixelRatio } from './canvas/PixelRatio.js';
import { restRatio } from './canvas/pixel-ratio.js';
import { Gizmo } from './gizmo/Gizmo.js';
import { Ground } from './ground/Ground.js';
import { JointLabels } from './labels/JointLabels.js';
import { DragLine } from './pointer/DragLine.js';
import { PointerControl } from './pointer/PointerControl.js';
import { StageTools } from './widgets/StageTools.js';
import { ViewCube } from './widgets/ViewCube.js';
import './stage.css';
import { stageCamera } from './camera/stage-camera.js';
import { FramePace, isPainting, onPainted, painted, setFramePace } from './canvas/frame-pace.js';
import { graphics } from './canvas/graphics.js';
import { createEnvironment } from './light/create-environment.js';
import { stageBody } from './stage-body.js';

export function Viewport() {
  const labels = useRef<HTMLDivElement>(null);
  const bodyDrawn = useBodyDrawn();
  if (graphics() === 'none') return <NoStage />;
  return (
    <div className="viewport">
      <Canvas
        frameloop="demand"
        dpr={restRatio(graphics(), window.devicePixelRatio || 1)}
        gl={{
          toneMapping: NeutralToneMapping,
          antialias: graphics() === 'card',
          alpha: true,
          powerPreference: 'high-performance',
        }}
        tabIndex={0}
        aria-label="3D viewport: drag the creature to pose it"
        role="application"
        onKeyDown={pressStageKey}
      >
        <CameraRig />
        <Light />
        <Body />
        {bodyDrawn && <Ground />}
        <RigOverlay />
        <PoseOverlay />
        <MotionOverlay />
        {bodyDrawn && <Bones />}
        <DragLine />
        <Gizmo />
        <JointLabels layer={labels} />
        <PointerControl />
        <PixelRatio />
        <Painter />
      </Canvas>
      <div className="joint-labels" ref={labels} aria-hidden="true" />
      <ViewCube />
      <StageTools />
    </div>
  );
}

function NoStage() {
  return (
    <div className="viewport no-stage" role="alert">
      <p>
        WebGL 2 is not available. Enable hardware acceleration in the browser's settings, or open the studio
        in another browser.
      </p>
    </div>
  );
}

/** Sets the environment map. */
function Light() {
  const scene = useThree((three) => three.scene);
  const invalidate = useThree((three) => three.invalidate);
  const environment = useMemo(createEnvironment, []);
  useEffect(() => {
    scene.environment = environment;
    invalidate();
    return () => {
      scene.environment = null;
      environment.dispose();
    };
  }, [scene, environment, invalidate]);
  return null;
}

/** Renders the stage, no faster than the GPU can draw it. */
function Painter() {
  const gl = useThree((three) => three.gl);
  useEffect(() => {
    // The check blocks until a shader is compiled: 80 ms of the main thread.
    gl.debug.checkShaderErrors = import.meta.env.DEV;
    const depth = graphics() === 'processor' ? 1 : 2;
    setFramePace(new FramePace(gl.getContext() as WebGL2RenderingContext, depth));
    return () => setFramePace(null);
  }, [gl]);
  // A priority above 0 replaces the default render, after all other frame callbacks.
  useFrame(({ gl, scene, camera, invalidate }) => {
    if (isPainting()) {
      gl.render(scene, camera);
      painted();
    } else invalidate();
  }, 1);
  return null;
}

/** Whether the body has been drawn: ground and bones wait, so that it appears first. */
function useBodyDrawn(): boolean {
  const [bodyDrawn, setBodyDrawn] = useState(false);
  useEffect(
    () =>
      bodyDrawn
        ? undefined
        : onPainted(() => {
            if (stageBody()) setBodyDrawn(true);
          }),
    [bodyDrawn],
  );
  return bodyDrawn;
}

/** Pointer movement that equals one key press, pixels. */
const STEP = 36;
const ZOOM = 1.15;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Camera by keyboard: arrows orbit, with Shift they pan, + and − zoom. */
function pressStageKey(event: React.KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (event.shiftKey) stageCamera.pan(...arrow);
    else stageCamera.orbit(...arrow);
  } else if (event.key === '+' || event.key === '=') stageCamera.zoom(1 / ZOOM);
  else if (event.key === '-') stageCamera.zoom(ZOOM);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
