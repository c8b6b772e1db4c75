/** @file The ground the body stands on: lines that fade out, and the body's shadow. */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo, useRef } from 'react';
import { CircleGeometry, Mesh } from 'three';
import { documentOf, shownPose, useStudio } from '../../state/store.js';
import { bodyBounds } from '../measure-body.js';
import { stageBody } from '../stage-body.js';
import { ContactShadow } from './contact-shadow.js';
import { createGroundMaterial, lineStep } from './ground-material.js';

/** How far the lines reach, of the body's radius. */
const REACH = 6;
const LINES = { dark: '#8d93a1', light: '#6f675a' } as const;
const STRENGTH = { dark: 0.42, light: 0.5 } as const;
const SHADOW = { dark: 0.85, light: 0.5 } as const;

export function Ground() {
  const model = useStudio((state) => documentOf(state)?.model);
  const shown = useStudio(({ view }) => view.scene.ground);
  const known = useStudio(({ view }) => view.scene.facts?.ground);
  const theme = useStudio(({ view }) => view.scene.theme);
  const gl = useThree((three) => three.gl);
  const invalidate = useThree((three) => three.invalidate);
  const shadow = useMemo(() => new ContactShadow(), []);
  const lines = useMemo(() => new Mesh(new CircleGeometry(1, 64), createGroundMaterial()), []);
  const drawn = useRef<unknown>(null);
  useEffect(() => () => shadow.dispose(), [shadow]);

  const bounds = model && bodyBounds(model);
  const height = known ?? bounds?.low[1] ?? 0;
  useEffect(() => {
    if (!bounds) return;
    const { center, radius } = bounds;
    lines.rotation.x = -Math.PI / 2;
    lines.position.set(center[0], height, center[2]);
    lines.scale.setScalar(radius * REACH);
    lines.renderOrder = -2;
    const { uniforms } = lines.material;
    uniforms.step.value = lineStep(radius);
    uniforms.reach.value = radius * REACH;
    uniforms.middle.value.set(0, height, 0);
    uniforms.line.value.set(LINES[theme]);
    uniforms.strength.value = STRENGTH[theme];
    shadow.mesh.material.uniforms.strength.value = SHADOW[theme];
    drawn.current = null;
    invalidate();
  }, [bounds, height, theme, lines, shadow, invalidate]);

  useFrame(() => {
    const object = stageBody()?.object;
    const pose = shownPose(useStudio.getState());
    shadow.mesh.visible = Boolean(object);
    if (!shown || !object || !bounds || !pose || drawn.current === pose) return;
    drawn.current = pose;
    const [x, z] = [bounds.center[0] + pose.root[0], bounds.center[2] + pose.root[2]];
    shadow.draw(gl, object, { x, z, ground: height, radius: bounds.radius });
  });
  if (!shown || !bounds) return null;
  return (
    <>
      <primitive object={lines} />
      <primitive object={shadow.mesh} />
    </>
  );
}
