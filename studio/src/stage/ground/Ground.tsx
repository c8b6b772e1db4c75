/** @file The ground: grid lines that fade out, and the contact shadow of the body. */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo, useRef } from 'react';
import { documentOf, shownPose, useStudio } from '../../store/store.js';
import { isPainting } from '../canvas/frame-pace.js';
import { bodyBounds } from '../measure-body.js';
import { stageBody, useBody } from '../stage-body.js';
import { ContactShadow } from './contact-shadow.js';
import { createGroundLines, layGround } from './ground-lines.js';

export function Ground() {
  const model = useStudio((state) => documentOf(state)?.model);
  const shown = useStudio(({ view }) => view.scene.ground);
  const known = useStudio(({ view }) => view.scene.facts?.ground);
  const theme = useStudio(({ view }) => view.scene.theme);
  const object = useBody()?.object;
  const gl = useThree((three) => three.gl);
  const invalidate = useThree((three) => three.invalidate);
  const shadow = useMemo(() => new ContactShadow(), []);
  const lines = useMemo(createGroundLines, []);
  const drawn = useRef<unknown>(null);
  useEffect(() => () => shadow.dispose(), [shadow]);

  const bounds = model && bodyBounds(model);
  const height = known ?? bounds?.low[1] ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new body has a new shadow
  useEffect(() => {
    if (!bounds) return;
    layGround(lines, bounds, height, theme);
    drawn.current = null;
    invalidate();
  }, [bounds, height, theme, object, shown, lines, invalidate]);

  useFrame(() => {
    const body = stageBody();
    const pose = shownPose(useStudio.getState());
    shadow.mesh.visible = Boolean(body?.object);
    if (!shown || !body?.object || !bounds || !pose || drawn.current === pose || !isPainting()) return;
    drawn.current = pose;
    body.update();
    shadow.draw(gl, body.object, bounds, pose.root, height, theme);
  });
  if (!shown || !bounds) return null;
  return (
    <>
      <primitive object={lines} />
      <primitive object={shadow.mesh} />
    </>
  );
}
