/** @file The skeleton, drawn after everything else on a cleared depth buffer, so that the body does not hide it. */

import { useFrame, useThree } from '@react-three/fiber';
import type { Skeleton } from 'posespace/rig';
import { useEffect, useMemo, useRef } from 'react';
import { documentOf, skeletonOf, useStudio } from '../../store/store.js';
import { metresPerPixel } from '../camera/orbit.js';
import { stageCamera } from '../camera/stage-camera.js';
import { shownJoints } from '../posed-joints.js';
import { useBody } from '../stage-body.js';
import { jointColors, PALETTES } from './bone-colors.js';
import { BoneShapes } from './bone-shapes.js';
import { JointDots } from './joint-dots.js';

/** Radius of a dot, its minimum where joints are dense, and the extra of a selected one, pixels. */
const DOT = 4.5;
const SMALLEST_DOT = 2;
const SELECTED_EXTRA = 2.2;
/** Largest radius of a dot, as a share of the joint spacing. */
const SHARE = 0.16;
/** Render order, after bodies and overlays. */
const ORDER = 20;

export function Bones() {
  const skeleton = useStudio(skeletonOf);
  const xray = useStudio(({ view }) => view.scene.xray);
  const bare = useBody()?.object === null;
  const { invalidate, get } = useThree();
  const parts = useMemo(() => (skeleton ? createParts(skeleton) : null), [skeleton]);
  const drawn = useRef<unknown>(null);

  useEffect(() => {
    drawn.current = null;
    return () => {
      parts?.bones.dispose();
      parts?.dots.dispose();
    };
  }, [parts]);
  useColors(parts);
  useFrame(() => {
    const joints = shownJoints(useStudio.getState());
    if (!parts || !joints) return;
    if (drawn.current !== joints) {
      drawn.current = joints;
      parts.bones.place(joints);
      parts.dots.place(joints);
    }
    const { size, viewport } = get();
    parts.dots.fit(size.width, size.height, viewport.dpr);
    resizeDots(parts);
  });
  useEffect(() => {
    invalidate();
    return useStudio.subscribe((state, before) => {
      const [now, then] = [state.view.scene, before.view.scene];
      if (now.hovered !== then.hovered || now.selected !== then.selected) invalidate();
    });
  }, [invalidate]);

  if (!parts || !(xray || bare)) return null;
  return (
    <>
      <primitive object={parts.bones.mesh} />
      <primitive object={parts.dots.mesh} />
    </>
  );
}

interface Parts {
  readonly bones: BoneShapes;
  readonly dots: JointDots;
  /** Median bone length, metres. */
  readonly spacing: number;
}

function createParts(skeleton: Skeleton): Parts {
  const bones = new BoneShapes(skeleton);
  const dots = new JointDots(skeleton.parents.length);
  bones.mesh.renderOrder = ORDER;
  bones.mesh.onBeforeRender = (renderer) => renderer.clearDepth();
  dots.mesh.renderOrder = ORDER + 1;
  const lengths = [...skeleton.parents.keys()]
    .filter((j) => skeleton.parents[j] >= 0)
    .map((j) =>
      Math.hypot(
        ...[0, 1, 2].map((k) => skeleton.rest[j * 3 + k] - skeleton.rest[skeleton.parents[j] * 3 + k]),
      ),
    )
    .sort((a, b) => a - b);
  return { bones, dots, spacing: lengths[lengths.length >> 1] || stageCamera.radius };
}

function resizeDots({ dots, spacing }: Parts): void {
  const { selected, hovered } = useStudio.getState().view.scene;
  const pixels = spacing / metresPerPixel(stageCamera.shown, stageCamera.height);
  const usual = Math.max(SMALLEST_DOT, Math.min(DOT, pixels * SHARE));
  dots.resize((j) => usual + (j === selected || j === hovered ? SELECTED_EXTRA : 0));
}

function useColors(parts: Parts | null): void {
  const invalidate = useThree((three) => three.invalidate);
  const theme = useStudio(({ view }) => view.scene.theme);
  const sides = useStudio(({ view }) => view.scene.sides);
  const selected = useStudio(({ view }) => view.scene.selected);
  const hovered = useStudio(({ view }) => view.scene.hovered);
  const rigging = useStudio(({ view }) => view.mode === 'rig');
  const model = useStudio((state) => documentOf(state)?.model);
  useEffect(() => {
    const document = documentOf(useStudio.getState());
    if (!parts || !model?.skeleton || !document) return;
    const palette = PALETTES[theme];
    const colors = jointColors(document, palette, { sides, confidence: rigging });
    const highlighted = colors.map((color, j) => (j === selected || j === hovered ? palette.accent : color));
    parts.bones.paint(colors, palette.bone, selected, palette.accent);
    parts.dots.paint(highlighted, palette.outline);
    invalidate();
  }, [parts, model, theme, sides, selected, hovered, rigging, invalidate]);
}
