/** @file The stage: camera, light, ground, body, bones, gizmos. Drawn when something changes, not all the time. */

import { Canvas } from '@react-three/fiber';
import { useRef } from 'react';
import { NeutralToneMapping } from 'three';
import { MotionOverlay } from '../features/motion/view/MotionOverlay.js';
import { PoseOverlay } from '../features/pose/view/PoseOverlay.js';
import { RigOverlay } from '../features/rig/view/RigOverlay.js';
import { Body } from './Body.js';
import { Bones } from './bones/Bones.js';
import { CameraRig } from './camera/CameraRig.js';
import { graphics } from './canvas/graphics.js';
import { Light } from './canvas/Light.js';
import { Painter } from './canvas/Painter.js';
import { PixelRatio } from './canvas/PixelRatio.js';
import { restRatio } from './canvas/pixel-ratio.js';
import { useBodyDrawn } from './canvas/use-body-drawn.js';
import { Gizmo } from './gizmo/Gizmo.js';
import { Ground } from './ground/Ground.js';
import { JointLabels } from './labels/JointLabels.js';
import { DragLine } from './pointer/DragLine.js';
import { PointerControl } from './pointer/PointerControl.js';
import { pressStageKey } from './pointer/stage-keys.js';
import { StageTools } from './widgets/StageTools.js';
import { ViewCube } from './widgets/ViewCube.js';
import './stage.css';

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
        aria-label="The creature; drag it to pose it"
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
        This browser does not draw in 3D: WebGL 2 is missing or switched off. Switch on hardware acceleration
        in its settings, or open the studio in another browser.
      </p>
    </div>
  );
}
