/**
 * @file Bones as instanced octahedra from joint to joint, thickest near the parent joint, with a width limited by the
 * body size.
 */

import { type JointGlobals, type Skeleton, skeletonDiameter } from 'posespace/rig';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  Quaternion,
  type ShaderMaterial,
  Vector3,
} from 'three';
import { createBoneMaterial } from './bone-material.js';

/** Width of a bone as a share of its length, and its limits as shares of the body diameter. */
const WIDTH = 0.085;
const WIDEST = 0.016;
const NARROWEST = 0.0025;
/** Position of the thickest part, as a share of the length. */
const WAIST = 0.14;

export class BoneShapes {
  readonly mesh: InstancedMesh<BufferGeometry, ShaderMaterial>;
  readonly #skeleton: Skeleton;
  readonly #diameter: number;
  /** The joint at the far end of each bone. */
  readonly #ends: readonly number[];

  constructor(skeleton: Skeleton) {
    this.#skeleton = skeleton;
    this.#diameter = skeletonDiameter(skeleton) || 1;
    this.#ends = [...skeleton.parents.keys()].filter((j) => skeleton.parents[j] >= 0);
    const count = Math.max(1, this.#ends.length);
    this.mesh = new InstancedMesh(createOctahedron(), createBoneMaterial(), count);
    this.mesh.count = this.#ends.length;
    this.mesh.name = 'bones';
    this.mesh.frustumCulled = false;
  }

  /** Moves the bones to the joints. */
  place({ positions }: JointGlobals): void {
    const from = new Vector3();
    const along = new Vector3();
    const rotation = new Quaternion();
    const scale = new Vector3();
    const matrix = new Matrix4();
    const up = new Vector3(0, 1, 0);
    this.#ends.forEach((end, i) => {
      from.fromArray(positions, this.#skeleton.parents[end] * 3);
      along.fromArray(positions, end * 3).sub(from);
      const length = along.length();
      const width = Math.max(NARROWEST * this.#diameter, Math.min(WIDEST * this.#diameter, WIDTH * length));
      if (length > 0) rotation.setFromUnitVectors(up, along.divideScalar(length));
      // Zero-length bones are not drawn.
      scale.set(length > 0 ? width : 0, length, length > 0 ? width : 0);
      this.mesh.setMatrixAt(i, matrix.compose(from, rotation, scale));
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /**
   * A bone has the colour of its parent joint, or of its end where the parent is neutral; bones of the selected joint
   * have the accent colour.
   */
  paint(colors: readonly string[], neutral: string, selected = -1, accent = neutral): void {
    const color = new Color();
    this.#ends.forEach((end, i) => {
      const joint = this.#skeleton.parents[end];
      const own = colors[joint] === neutral ? colors[end] : colors[joint];
      this.mesh.setColorAt(i, color.set(joint === selected ? accent : own));
    });
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}

/** From 0 to 1 along y, with radius 1 at the waist. */
function createOctahedron(): BufferGeometry {
  const tip = [0, 1, 0];
  const foot = [0, 0, 0];
  const ring = [
    [1, WAIST, 0],
    [0, WAIST, 1],
    [-1, WAIST, 0],
    [0, WAIST, -1],
  ];
  const corners: number[] = [];
  ring.forEach((corner, i) => {
    const next = ring[(i + 1) % 4];
    corners.push(...corner, ...tip, ...next, ...next, ...foot, ...corner);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}
