/** @file The skeleton while it is edited: bones as slim octahedra, joints as dots of one size on the screen. */

import { useFrame, useThree } from '@react-three/fiber';
import type { Skeleton } from 'posespace/rig';
import { useEffect, useMemo } from 'react';
import {
  Color,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  OctahedronGeometry,
  type PerspectiveCamera,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { placeOf } from '../../state/skeleton/draft.js';
import { findMirrorPlane, sideOf } from '../../state/skeleton/mirror.js';
import { documentOf, type StudioState, skeletonOf, useStudio } from '../../state/store.js';
import { claimPointer } from '../stage-pointer.js';
import { editPress } from './rig-edit-pointer.js';

/** Radius of a dot, of the height of the picture. */
const DOT = 0.0085;
/** Thickness of a bone, of its length. */
const SLIM = 0.07;

const COLORS = {
  dark: { middle: '#f2a65a', left: '#5aa9f2', right: '#f2705a', selected: '#ffffff' },
  light: { middle: '#b4590b', left: '#1c74c9', right: '#cf4a33', selected: '#23211d' },
} as const;

export function RigEdit() {
  const skeleton = useStudio(skeletonOf);
  const adding = useStudio(({ view }) => view.rig.adding);
  const invalidate = useThree((three) => three.invalidate);
  const canvas = useThree((three) => three.gl.domElement);
  const count = skeleton?.parents.length ?? 0;
  const parts = useMemo(() => createParts(count), [count]);

  useEffect(() => claimPointer(editPress), []);
  useEffect(() => {
    canvas.style.cursor = adding ? 'crosshair' : '';
    return () => {
      canvas.style.cursor = '';
    };
  }, [adding, canvas]);
  useEffect(
    () => () => {
      for (const part of [parts.dots, parts.bones]) {
        part.geometry.dispose();
        part.dispose();
      }
    },
    [parts],
  );
  useEffect(() => {
    invalidate();
    return useStudio.subscribe((state, before) => {
      if (state.view !== before.view || state.history !== before.history) invalidate();
    });
  }, [invalidate]);

  // Dots are as large from near as from afar: they are placed anew in every picture.
  useFrame(({ camera }) => {
    const state = useStudio.getState();
    const now = skeletonOf(state);
    if (!now || now.parents.length !== count) return;
    const rest = state.view.rig.draft?.length === count * 3 ? state.view.rig.draft : now.rest;
    place(parts, { ...now, rest }, camera as PerspectiveCamera);
    paint(parts, state);
  });
  return (
    <>
      <primitive object={parts.bones} />
      <primitive object={parts.dots} />
    </>
  );
}

interface Parts {
  readonly dots: InstancedMesh;
  readonly bones: InstancedMesh;
}

function createParts(count: number): Parts {
  const seen = { depthTest: false, depthWrite: false, transparent: true };
  const dots = new InstancedMesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial(seen), count);
  const bones = new InstancedMesh(boneGeometry(), new MeshBasicMaterial({ ...seen, opacity: 0.75 }), count);
  for (const part of [dots, bones]) {
    part.frustumCulled = false;
    part.raycast = () => undefined;
    for (let j = 0; j < count; j++) part.setColorAt(j, new Color());
  }
  bones.renderOrder = 20;
  dots.renderOrder = 21;
  return { dots, bones };
}

/** An octahedron from the origin to +Y, widest near its beginning. */
function boneGeometry(): OctahedronGeometry {
  const geometry = new OctahedronGeometry(1, 0);
  const places = geometry.getAttribute('position');
  for (let i = 0; i < places.count; i++) {
    const y = places.getY(i);
    places.setY(i, y > 0.5 ? 1 : y < -0.5 ? 0 : 0.14);
  }
  return geometry;
}

const UP = new Vector3(0, 1, 0);

function place({ dots, bones }: Parts, skeleton: Skeleton, camera: PerspectiveCamera): void {
  const perDistance = 2 * DOT * Math.tan((camera.fov * Math.PI) / 360);
  const matrix = new Matrix4();
  const [from, to, scale] = [new Vector3(), new Vector3(), new Vector3()];
  const turn = new Quaternion();
  for (let j = 0; j < skeleton.parents.length; j++) {
    to.set(...placeOf(skeleton, j));
    const size = to.distanceTo(camera.position) * perDistance;
    dots.setMatrixAt(j, matrix.makeScale(size, size, size).setPosition(to));
    const parent = skeleton.parents[j];
    if (parent < 0) {
      bones.setMatrixAt(j, matrix.makeScale(0, 0, 0));
      continue;
    }
    from.set(...placeOf(skeleton, parent));
    const length = to.distanceTo(from);
    turn.setFromUnitVectors(UP, to.clone().sub(from).normalize());
    const width = Math.min(length * SLIM, size * 1.4);
    bones.setMatrixAt(j, matrix.compose(from, turn, scale.set(width, length, width)));
  }
  dots.instanceMatrix.needsUpdate = true;
  bones.instanceMatrix.needsUpdate = true;
}

function paint({ dots, bones }: Parts, state: StudioState): void {
  const document = documentOf(state)!;
  const { selected, hovered, theme } = state.view.scene;
  const colors = COLORS[theme];
  const { partners, model } = document;
  const plane = findMirrorPlane({ skeleton: model.skeleton!, partners }, document.body);
  const color = new Color();
  for (let j = 0; j < partners.length; j++) {
    const paired = partners[j] >= 0 && partners[j] !== j;
    const side = paired ? sideOf(plane, placeOf(model.skeleton!, j)) : 0;
    color.set(side > 0 ? colors.left : side < 0 ? colors.right : colors.middle);
    bones.setColorAt(j, color);
    const partner = state.view.rig.symmetric && paired && partners[j] === selected;
    if (j === selected) color.set(colors.selected);
    else if (j === hovered || partner) color.lerp(new Color(colors.selected), 0.6);
    dots.setColorAt(j, color);
  }
  if (dots.instanceColor) dots.instanceColor.needsUpdate = true;
  if (bones.instanceColor) bones.instanceColor.needsUpdate = true;
}
