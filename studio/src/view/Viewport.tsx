/** @file The stage: camera, light, ground, body, bones, gizmos. Drawn when something changes, not all the time. */

import { Canvas } from '@react-three/fiber';
import { useRef } from 'react';
import { NeutralToneMapping } from 'three';
import { Body } from './Body.js';
import { Bones } from './bones/Bones.js';
import { CameraRig } from './camera/CameraRig.js';
import { Gizmo } from './gizmo/Gizmo.js';
import { DragLine } from './grip/DragLine.js';
import { PointerControl } from './grip/PointerControl.js';
import { pressStageKey } from './grip/stage-keys.js';
import { Ground } from './ground/Ground.js';
import { JointLabels } from './labels/JointLabels.js';
import { MotionOverlay } from './overlays/MotionOverlay.js';
import { PoseOverlay } from './overlays/PoseOverlay.js';
import { RigOverlay } from './overlays/RigOverlay.js';
import { graphics } from './stage/graphics.js';
import { Light } from './stage/Light.js';
import { Painter } from './stage/Painter.js';
import { PixelRatio } from './stage/PixelRatio.js';
import { restRatio } from './stage/pixel-ratio.js';
import { useSeen } from './stage/use-seen.js';
import { StageTools } from './widget/StageTools.js';
import { ViewCube } from './widget/ViewCube.js';
import './view.css';

export function Viewport() {
  const labels = useRef<HTMLDivElement>(null);
  const seen = useSeen();
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
        {seen && <Ground />}
        <RigOverlay />
        <PoseOverlay />
        <MotionOverlay />
        {seen && <Bones />}
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
