/** @file The motion path of the selected joint, or of the root: a line with a dot per frame. */

import { useThree } from '@react-three/fiber';
import type { Pose } from 'posespace/rig';
import { useCallback, useEffect, useMemo } from 'react';
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Group,
  Line,
  LineBasicMaterial,
  type Material,
  Points,
  PointsMaterial,
} from 'three';
import { type StudioState, skeletonOf, useStudio } from '../../../store/store.js';
import { type Track, trackOf } from '../actions/motion-track.js';
import { jointPath } from './motion-joint-path.js';
import { useTime } from './motion-use-time.js';

/** Most frames of a path. */
const MOST = 600;
/** Most frames of the new clip's path, which is updated while keyframes are dragged. */
const MOST_SKETCHED = 150;
/** Longer paths have no dots, which would hide the line. */
const MOST_DOTS = 240;
const COLOR = '#f2a65a';

export function Path() {
  const skeleton = useStudio(skeletonOf);
  const track = useStudio(trackOf);
  const joint = useStudio(({ view }) => Math.max(0, view.scene.selected));
  const invalidate = useThree((three) => three.invalidate);
  const parts = useMemo(createParts, []);
  useEffect(() => () => freeParts(parts), [parts]);
  useEffect(() => {
    if (!skeleton || !track || joint >= skeleton.parents.length) return;
    const path = jointPath(skeleton, posesOf(track), joint);
    for (const { geometry } of [parts.line, parts.dots]) {
      geometry.setAttribute('position', new BufferAttribute(path, 3));
    }
    const isLong = path.length > 3 * MOST_DOTS;
    parts.dots.visible = !isLong;
    parts.line.material.opacity = isLong ? 0.45 : 0.8;
    invalidate();
  }, [skeleton, track, joint, parts, invalidate]);
  useTime(
    useCallback(
      (now: Track, time: number, state: StudioState) => {
        const pose = state.view.scene.preview ?? now.sample(time);
        parts.here.visible = pose !== null && skeleton !== null;
        if (!pose || !skeleton || joint >= skeleton.parents.length) return;
        parts.here.geometry.setAttribute(
          'position',
          new BufferAttribute(jointPath(skeleton, [pose], joint), 3),
        );
      },
      [parts, skeleton, joint],
    ),
  );
  return <primitive object={parts.group} />;
}

function posesOf(track: Track): Pose[] {
  const most = track.clip ? MOST : MOST_SKETCHED;
  const count = Math.min(track.frameCount, most);
  const poses: Pose[] = [];
  for (let i = 0; i < count; i++) {
    const pose = track.sample(count > 1 ? (track.duration * i) / (count - 1) : 0);
    if (pose) poses.push(pose);
  }
  return poses;
}

/** A round point texture. */
function createDot(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 32;
  canvas.height = 32;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.arc(16, 16, 15, 0, 2 * Math.PI);
  context.fill();
  return new CanvasTexture(canvas);
}

function createParts() {
  const through = { color: COLOR, depthTest: false, transparent: true };
  const dot = createDot();
  const line = new Line(new BufferGeometry(), new LineBasicMaterial({ ...through, opacity: 0.8 }));
  const dots = new Points(
    new BufferGeometry(),
    new PointsMaterial({ ...through, size: 5, sizeAttenuation: false, map: dot }),
  );
  const here = new Points(
    new BufferGeometry(),
    new PointsMaterial({ ...through, color: '#ffffff', size: 11, sizeAttenuation: false, map: dot }),
  );
  const group = new Group();
  for (const part of [line, dots, here]) {
    part.frustumCulled = false;
    part.raycast = () => undefined;
    part.renderOrder = 12;
    group.add(part);
  }
  return { group, line, dots, here, dot };
}

function freeParts({ line, dots, here, dot }: ReturnType<typeof createParts>): void {
  dot.dispose();
  for (const { geometry, material } of [line, dots, here]) {
    geometry.dispose();
    (material as Material).dispose();
  }
}
