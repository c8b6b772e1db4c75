/** @file Intersecting triangles, highlighted: bright where visible, faint through the body. */

import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  MeshBasicMaterial,
  type SkinnedMesh,
} from 'three';
import { createSkinned } from '../../../stage/body-geometry.js';
import { useBody } from '../../../stage/stage-body.js';
import { useStudio } from '../../../store/store.js';

const COLOR = '#ff4d3d';

export function Intersections() {
  const intersecting = useStudio(({ view }) => view.pose.check?.intersecting);
  const previewing = useStudio(({ view }) => view.scene.preview !== null);
  const body = useBody()?.object ?? null;
  const invalidate = useThree((three) => three.invalidate);
  const group = useMemo(
    () => (body && intersecting && intersecting.length > 0 ? createGlow(body, intersecting) : null),
    [body, intersecting],
  );
  useEffect(() => {
    invalidate();
    return () => {
      for (const child of group?.children ?? []) {
        const { geometry, material } = child as SkinnedMesh<BufferGeometry, MeshBasicMaterial>;
        geometry.dispose();
        material.dispose();
      }
    };
  }, [group, invalidate]);
  return group && !previewing && <primitive object={group} />;
}

/** A copy of the triangles on the same bones. */
function createGlow(body: SkinnedMesh, triangles: Uint32Array): Group {
  const index = body.geometry.index!;
  const picked = new Uint32Array(triangles.length * 3);
  triangles.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) picked[i * 3 + k] = index.getX(triangle * 3 + k);
  });
  const group = new Group();
  for (const { depthTest, opacity } of [
    { depthTest: true, opacity: 0.85 },
    { depthTest: false, opacity: 0.3 },
  ]) {
    const geometry = new BufferGeometry();
    for (const name of ['position', 'skinIndex', 'skinWeight']) {
      geometry.setAttribute(name, body.geometry.getAttribute(name));
    }
    geometry.setIndex(new BufferAttribute(picked, 1));
    const material = new MeshBasicMaterial({
      color: COLOR,
      transparent: true,
      opacity,
      depthTest,
      depthWrite: false,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    const glow = createSkinned(geometry, material, body.skeleton);
    glow.renderOrder = 8;
    glow.raycast = () => undefined;
    group.add(glow);
  }
  return group;
}
