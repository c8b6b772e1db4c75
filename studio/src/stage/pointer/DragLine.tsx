/** @file While the body cannot reach the pointer: a dashed line from the dragged point to the target. */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Vector3 } from 'three';
import { useStudio } from '../../store/store.js';
import { PALETTES } from '../bones/bone-colors.js';
import { JointDots } from '../bones/joint-dots.js';
import { shownJoints } from '../posed-joints.js';
import { stageBody } from '../stage-body.js';
import { useDragState } from './drag-state.js';
import { pointOfVertex } from './stage-pick.js';

const DASHES = 14;
const DOT = 5;

export function DragLine() {
  const get = useThree((three) => three.get);
  const invalidate = useThree((three) => three.invalidate);
  const theme = useStudio(({ view }) => view.scene.theme);
  const outOfReach = useDragState(({ target }) => target !== null);
  const line = useMemo(createLine, []);
  const dot = useMemo(() => new JointDots(1), []);

  useEffect(() => {
    const { accent, outline } = PALETTES[theme];
    line.material.color.set(accent);
    dot.paint([accent], outline);
    dot.resize(() => DOT);
    dot.mesh.renderOrder = 31;
  }, [theme, line, dot]);
  useEffect(() => useDragState.subscribe(() => invalidate()), [invalidate]);
  useFrame(() => {
    const { handle, target } = useDragState.getState();
    const from = handle && handlePosition(handle);
    if (!from || !target) return;
    const ends = line.geometry.getAttribute('position') as BufferAttribute;
    const to = new Vector3(...target);
    for (let i = 0; i < DASHES * 2; i++) {
      const { x, y, z } = from.clone().lerp(to, i / (DASHES * 2 - 1));
      ends.setXYZ(i, x, y, z);
    }
    ends.needsUpdate = true;
    dot.place({ positions: Float64Array.from(target), rotations: new Float64Array(4) });
    const { size, viewport } = get();
    dot.fit(size.width, size.height, viewport.dpr);
  });
  if (!outOfReach) return null;
  return (
    <>
      <primitive object={line} />
      <primitive object={dot.mesh} />
    </>
  );
}

function createLine(): LineSegments<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(DASHES * 6), 3));
  const line = new LineSegments(geometry, new LineBasicMaterial({ depthTest: false, transparent: true }));
  line.frustumCulled = false;
  line.renderOrder = 30;
  return line;
}

function handlePosition({
  joint,
  vertex,
}: {
  readonly joint?: number;
  readonly vertex?: number;
}): Vector3 | null {
  const object = stageBody()?.object;
  if (vertex !== undefined && object) return pointOfVertex(object, vertex);
  const joints = shownJoints(useStudio.getState());
  return joints && joint !== undefined ? new Vector3().fromArray(joints.positions, joint * 3) : null;
}
