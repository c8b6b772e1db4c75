/** @file Picking: the joint, bone or surface point under a pointer. */

import { type Camera, Matrix4, Raycaster, type SkinnedMesh, Vector2, Vector3 } from 'three';
import { shownPose, skeletonOf, useStudio } from '../../store/store.js';
import { shownJoints } from '../posed-joints.js';
import { stageBody } from '../stage-body.js';
import { SurfacePicker } from './surface-picker.js';

export interface StageHit {
  readonly joint?: number;
  readonly vertex?: number;
  /** The joint that a click selects. */
  readonly owner: number;
  /** The picked point, world space. */
  readonly point: Vector3;
}

/** Pick radius around a joint, pixels. */
const REACH = { mouse: 10, touch: 24 } as const;

const projection = new Matrix4();
const place = new Vector3();

/** Normalized device coordinates of an event, −1 to 1, y up. */
export function toScreen(
  event: { readonly clientX: number; readonly clientY: number },
  element: Element,
): Vector2 {
  const box = element.getBoundingClientRect();
  return new Vector2(
    ((event.clientX - box.left) / box.width) * 2 - 1,
    1 - ((event.clientY - box.top) / box.height) * 2,
  );
}

export function rayOf(at: Vector2, camera: Camera): Raycaster['ray'] {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(at, camera);
  return raycaster.ray;
}

/** The joint nearest to a point of the screen, −1 where none is in reach. */
export function pickJoint(at: Vector2, camera: Camera, element: Element, kind: keyof typeof REACH): number {
  const joints = shownJoints(useStudio.getState());
  if (!joints) return -1;
  const [halfWidth, halfHeight] = [element.clientWidth / 2, element.clientHeight / 2];
  let found = -1;
  let least: number = REACH[kind];
  for (let j = 0; j * 3 < joints.positions.length; j++) {
    place.fromArray(joints.positions, j * 3).project(camera);
    if (place.z > 1) continue;
    const distance = Math.hypot((place.x - at.x) * halfWidth, (place.y - at.y) * halfHeight);
    // Of overlapping joints the outer one: the inner one has more surface to drag.
    if (distance < least || (distance < least + 0.5 && found >= 0)) {
      least = Math.min(least, distance);
      found = j;
    }
  }
  return found;
}

/** The nearer joint of the bone under a pointer, for skeletons without a mesh; −1 for none. */
export function pickBone(at: Vector2, camera: Camera, element: Element, kind: keyof typeof REACH): number {
  const state = useStudio.getState();
  const joints = shownJoints(state);
  const skeleton = skeletonOf(state);
  if (!joints || !skeleton) return -1;
  const scale = [element.clientWidth / 2, element.clientHeight / 2];
  const points = Array.from(skeleton.parents, (_, j) => {
    place.fromArray(joints.positions, j * 3).project(camera);
    return [(place.x - at.x) * scale[0], (place.y - at.y) * scale[1]];
  });
  let found = -1;
  let least: number = REACH[kind];
  skeleton.parents.forEach((parent, j) => {
    if (parent < 0) return;
    const [[ax, ay], [bx, by]] = [points[parent], points[j]];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
    const distance = Math.hypot(ax + dx * share, ay + dy * share);
    if (distance < least) {
      least = distance;
      found = share < 0.5 ? parent : j;
    }
  });
  return found;
}

interface Prepared {
  readonly object: SkinnedMesh;
  readonly picker: SurfacePicker;
  pose: unknown;
  camera: Float64Array;
}

let prepared: Prepared | null = null;

/** The surface point under a pointer. */
export function pickSurface(at: Vector2, camera: Camera): StageHit | null {
  const body = stageBody();
  const object = body?.object;
  if (!object) return null;
  body.update();
  if (prepared?.object !== object) {
    prepared = { object, picker: createPicker(object), pose: null, camera: new Float64Array(16) };
  }
  projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const pose = shownPose(useStudio.getState());
  const same =
    prepared.pose === pose && prepared.camera.every((value, i) => value === projection.elements[i]);
  if (!same) {
    prepared.picker.pose(boneMatrices(object), projection.elements);
    prepared.pose = pose;
    prepared.camera.set(projection.elements);
  }
  const hit = prepared.picker.pick(at.x, at.y);
  if (!hit) return null;
  return {
    vertex: hit.vertex,
    owner: strongestJoint(object, hit.vertex),
    point: pointOfVertex(object, hit.vertex),
  };
}

function createPicker({ geometry }: SkinnedMesh): SurfacePicker {
  return new SurfacePicker({
    positions: geometry.getAttribute('position').array,
    skinIndex: geometry.getAttribute('skinIndex').array,
    skinWeight: geometry.getAttribute('skinWeight').array,
    triangles: geometry.index!.array,
  });
}

function boneMatrices({ skeleton }: SkinnedMesh): Float64Array {
  const matrices = new Float64Array(skeleton.bones.length * 16);
  skeleton.bones.forEach((bone, j) => {
    matrices.set(bone.matrixWorld.elements, j * 16);
  });
  return matrices;
}

function strongestJoint({ geometry }: SkinnedMesh, vertex: number): number {
  // Sorted by weight.
  return geometry.getAttribute('skinIndex').getX(vertex);
}

/** The position of a vertex in the visible pose. */
export function pointOfVertex({ geometry, skeleton }: SkinnedMesh, vertex: number): Vector3 {
  const index = geometry.getAttribute('skinIndex');
  const weight = geometry.getAttribute('skinWeight');
  const at = new Vector3().fromBufferAttribute(geometry.getAttribute('position') as never, vertex);
  const sum = new Vector3();
  for (let slot = 0; slot < 4; slot++) {
    const share = weight.getComponent(vertex, slot);
    if (share === 0) continue;
    const { matrixWorld } = skeleton.bones[index.getComponent(vertex, slot)];
    sum.addScaledVector(at.clone().applyMatrix4(matrixWorld), share);
  }
  return sum;
}

/** Picks at a point of the screen: joints first where they are visible. */
export function pickStage(
  at: Vector2,
  camera: Camera,
  element: Element,
  kind: keyof typeof REACH,
): StageHit | null {
  const state = useStudio.getState();
  const joints = shownJoints(state);
  if (!joints) return null;
  const bare = !stageBody()?.object;
  let joint = state.view.scene.xray || bare ? pickJoint(at, camera, element, kind) : -1;
  if (joint < 0 && bare) joint = pickBone(at, camera, element, kind);
  if (joint < 0) return pickSurface(at, camera);
  return { joint, owner: joint, point: new Vector3().fromArray(joints.positions, joint * 3) };
}
