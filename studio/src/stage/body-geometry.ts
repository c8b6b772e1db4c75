/**
 * @file The Three.js geometry and materials of the body: one skinned geometry in scene space at rest, material
 * groups, and bones as bare matrices of the pose convention ([Q_j | g_j − Q_j rest_j]), independent of the bone axes
 * in the file.
 */

import type { Appearance, AppearanceImage, AppearanceMaterial } from 'posespace/io';
import type { Mesh } from 'posespace/mesh';
import { type Pose, type Skeleton, type Skin, skinningMatricesInto } from 'posespace/rig';
import {
  Bone,
  Skeleton as BoneSet,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  FrontSide,
  type Material,
  Matrix4,
  MeshStandardMaterial,
  RepeatWrapping,
  SkinnedMesh,
  Sphere,
  SRGBColorSpace,
  Texture,
  Vector3,
} from 'three';
import { CLAY, CLAY_ROUGHNESS, isBare } from './clay.js';
import { bodyBounds } from './measure-body.js';
import { posedJoints } from './posed-joints.js';

/** Influences per vertex in the shader. */
const SLOTS = 4;

export function createBodyGeometry(mesh: Mesh, appearance: Appearance): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(appearance.normals, 3));
  if (appearance.uvs) geometry.setAttribute('uv', new BufferAttribute(appearance.uvs, 2));
  if (appearance.colors) geometry.setAttribute('color', new BufferAttribute(appearance.colors, 4));
  geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
  for (const { triangleStart, triangleCount, material } of appearance.groups) {
    geometry.addGroup(triangleStart * 3, triangleCount * 3, material);
  }
  // Known already: Three.js would read every vertex again.
  const { center, radius, low, high } = bodyBounds({ mesh });
  geometry.boundingSphere = new Sphere(new Vector3(...center), radius);
  geometry.boundingBox = new Box3(new Vector3(...low), new Vector3(...high));
  return geometry;
}

/** Sets the weights of a geometry: the four largest of each vertex. */
export function setSkin(geometry: BufferGeometry, skin: Skin): void {
  const { joints, weights, influenceCount } = skin;
  const vertexCount = geometry.getAttribute('position').count;
  // As many as the shader has: nothing to choose, 10 instead of 50 ms for 750,000 vertices.
  const isFitting = influenceCount === SLOTS && joints.length === vertexCount * SLOTS;
  const index = isFitting ? Uint16Array.from(joints) : new Uint16Array(vertexCount * SLOTS);
  const weight = isFitting ? Float32Array.from(weights) : new Float32Array(vertexCount * SLOTS);
  for (let v = 0; v < vertexCount && !isFitting; v++) {
    for (let i = 0; i < influenceCount; i++) {
      insertStrongest(
        index,
        weight,
        v * SLOTS,
        joints[v * influenceCount + i],
        weights[v * influenceCount + i],
      );
    }
    let total = 0;
    for (let k = 0; k < SLOTS; k++) total += weight[v * SLOTS + k];
    if (total > 0) for (let k = 0; k < SLOTS; k++) weight[v * SLOTS + k] /= total;
  }
  setAttribute(geometry, 'skinIndex', index);
  setAttribute(geometry, 'skinWeight', weight);
}

/** Updates an attribute in place: geometries that share it see the change, and no GPU buffer leaks. */
function setAttribute(geometry: BufferGeometry, name: string, values: Uint16Array | Float32Array): void {
  const before = geometry.getAttribute(name) as BufferAttribute | undefined;
  if (before) {
    before.array.set(values);
    before.needsUpdate = true;
  } else {
    geometry.setAttribute(name, new BufferAttribute(values, SLOTS));
  }
}

function insertStrongest(
  index: Uint16Array,
  weight: Float32Array,
  o: number,
  joint: number,
  value: number,
): void {
  let slot = SLOTS - 1;
  if (!(value > weight[o + slot])) return;
  while (slot > 0 && value > weight[o + slot - 1]) {
    weight[o + slot] = weight[o + slot - 1];
    index[o + slot] = index[o + slot - 1];
    slot--;
  }
  weight[o + slot] = value;
  index[o + slot] = joint;
}

/**
 * A skinned mesh without frustum culling: a pose may leave the rest bounding box. It is sorted by its rest bounding
 * sphere; Three.js would skin every vertex on the CPU to find another, 300 ms for 400,000 of them.
 */
export function createSkinned<Materials extends Material | Material[]>(
  geometry: BufferGeometry,
  materials: Materials,
  bones: BoneSet,
): SkinnedMesh<BufferGeometry, Materials> {
  if (!geometry.boundingSphere) geometry.computeBoundingSphere();
  const skinned = new SkinnedMesh(geometry, materials);
  skinned.frustumCulled = false;
  skinned.boundingSphere = geometry.boundingSphere!;
  skinned.bind(bones, new Matrix4());
  return skinned;
}

/** Bones with directly set world matrices. */
export function createBones(jointCount: number): BoneSet {
  const bones = Array.from({ length: Math.max(1, jointCount) }, () => {
    const bone = new Bone();
    bone.matrixAutoUpdate = false;
    bone.matrixWorldAutoUpdate = false;
    return bone;
  });
  return new BoneSet(
    bones,
    bones.map((bone) => bone.matrixWorld.clone()),
  );
}

/** Applies a pose to bones. */
export function poseBones(bones: BoneSet, skeleton: Skeleton, pose: Pose): void {
  const matrices = new Float32Array(skeleton.parents.length * 16);
  skinningMatricesInto(matrices, skeleton, posedJoints(skeleton, pose));
  bones.bones.forEach((bone, j) => {
    if (j < skeleton.parents.length) bone.matrixWorld.fromArray(matrices, j * 16);
  });
}

/** The materials of an appearance; `onPicture` is called when a texture is decoded. */
export function createMaterials(appearance: Appearance, onPicture: () => void): MeshStandardMaterial[] {
  const textures = new Map<string, Texture>();
  const textureOf = (picture: number | undefined, colored: boolean): Texture | null => {
    if (picture === undefined) return null;
    const key = `${picture} ${colored}`;
    const texture = textures.get(key) ?? loadTexture(appearance.images[picture], colored, onPicture);
    textures.set(key, texture);
    return texture;
  };
  const hasColors = appearance.colors !== undefined;
  return appearance.materials.map((material, i) => {
    const made = createMaterial(material, hasColors, textureOf);
    if (isBare(appearance.materials, i, hasColors)) {
      made.color.setRGB(...CLAY);
      made.roughness = CLAY_ROUGHNESS;
    }
    return made;
  });
}

function createMaterial(
  material: AppearanceMaterial,
  vertexColors: boolean,
  textureOf: (picture: number | undefined, colored: boolean) => Texture | null,
): MeshStandardMaterial {
  const [r, g, b, opacity] = material.color;
  const roughnessMap = textureOf(material.roughnessTexture, false);
  return new MeshStandardMaterial({
    name: material.name,
    color: new Color(r, g, b),
    opacity,
    transparent: material.alpha === 'blend',
    alphaTest: material.alpha === 'mask' ? material.cutoff : 0,
    side: material.doubleSided ? DoubleSide : FrontSide,
    metalness: material.metallic,
    roughness: material.roughness,
    emissive: new Color(...material.emissive),
    vertexColors,
    map: textureOf(material.colorTexture, true),
    normalMap: textureOf(material.normalMap, false),
    emissiveMap: textureOf(material.emissiveTexture, true),
    roughnessMap,
    metalnessMap: roughnessMap,
  });
}

/** A texture that is decoded off the main thread; an unreadable one stays white. */
function loadTexture({ bytes, type }: AppearanceImage, colored: boolean, onPicture: () => void): Texture {
  const texture = new Texture();
  texture.flipY = false;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  if (colored) texture.colorSpace = SRGBColorSpace;
  createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), {
    colorSpaceConversion: 'none',
  }).then(
    (image) => {
      texture.image = image;
      texture.needsUpdate = true;
      onPicture();
    },
    () => undefined,
  );
  return texture;
}
