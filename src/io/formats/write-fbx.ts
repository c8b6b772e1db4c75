/**
 * @file Writes a mesh, its materials, skeleton, skin, blend shapes and clips as binary FBX 7.4, in metres, +Y up.
 *
 * Joints keep the rest orientations of the skeleton as their bone axes. Each clip becomes an animation stack with
 * a rotation key per joint and frame, as Euler angles that go on from the frame before; positions are keyed for
 * the root and for joints that are translated. Scale tracks are not part of the skeleton and are not written.
 */

import { requireInput } from '../../base/errors.js';
import { quaternionToMatrixInto } from '../../math/quaternion.js';
import { srgb } from '../../math/srgb.js';
import type { Clip } from '../../motion/clip.js';
import { jointCount, restPose, type Skeleton, type Skin } from '../../rig/rig-records.js';
import type { Appearance } from '../appearance.js';
import type { MorphCurve, MorphTarget } from '../gltf/read-morphs.js';
import type { Surface } from './add-surface.js';
import {
  encodeFbxBinary,
  FBX_CREATION_TIME,
  FBX_FILE_ID,
  type FbxOutputNode,
} from './fbx/encode-fbx-binary.js';
import { addBlendShapes, addShapeCurves } from './fbx/fbx-blend-shapes.js';
import { addObject, connect, type Draft, doubles, named, node, property } from './fbx/fbx-draft.js';
import { addFbxLooks, materialLayer } from './fbx/fbx-looks.js';
import { addStack, eulerAngles, localPose, openStack } from './fbx/fbx-stack.js';

export interface FbxContent {
  /** A plain `Mesh` is one. */
  readonly surface?: Surface;
  readonly skeleton?: Skeleton;
  /** Needs a surface and a skeleton. */
  readonly skin?: Skin;
  /** Need a skeleton. */
  readonly clips?: readonly Clip[];
  /** Materials of the surface. */
  readonly looks?: Pick<Appearance, 'groups' | 'materials' | 'images'>;
  /** Blend shapes of the surface. */
  readonly morphs?: readonly MorphTarget[];
  /** Curves of the blend shapes: with a clip, or as animations of their own. */
  readonly morphClips?: readonly FbxMorphClip[];
}

/** Curves of blend shapes that play with a clip, or alone. */
export interface FbxMorphClip {
  readonly name: string;
  /** The clip they play with. */
  readonly clip?: Clip;
  readonly curves: readonly MorphCurve[];
}

const DEGREES = 180 / Math.PI;

/** FBX bytes. */
export function writeFbx(content: FbxContent, name = 'model'): Uint8Array {
  const { surface, skeleton, skin, clips = [] } = content;
  requireInput(surface || skeleton, 'io/writeFbx: neither a surface nor a skeleton; nothing to write');
  requireInput(!skin || (surface && skeleton), 'io/writeFbx: a skin needs a surface and a skeleton');
  requireInput(clips.length === 0 || skeleton, 'io/writeFbx: clips need a skeleton');
  let id = 1000000n;
  const draft: Draft = { objects: [], connections: [], nextId: () => ++id };
  const joints = skeleton ? addSkeleton(draft, skeleton) : [];
  let shapes: bigint[] = [];
  if (surface) {
    const { mesh, geometry } = addSurfaceObjects(draft, surface, name, content.looks);
    if (skin && skeleton) addSkinObjects(draft, skin, skeleton, joints, mesh, geometry);
    if (content.looks) addFbxLooks(draft, mesh, content.looks);
    shapes = addBlendShapes(draft, geometry, content.morphs ?? []);
  }
  const layers = new Map<Clip | undefined, bigint>();
  for (const clip of clips) if (skeleton) layers.set(clip, addStack(draft, skeleton, joints, clip));
  for (const { name: label, clip, curves } of content.morphClips ?? []) {
    const start = clip?.times[0] ?? Math.min(...curves.map(({ times }) => times[0]));
    const end = Math.max(...curves.map(({ times }) => times[times.length - 1]));
    const layer = (clip && layers.get(clip)) ?? openStack(draft, label, end - start);
    addShapeCurves(draft, layer, shapes, curves, start);
  }
  return encodeFbxBinary(documentNodes(draft));
}

function documentNodes({ objects, connections }: Draft): FbxOutputNode[] {
  const counts = new Map<string, number>([['GlobalSettings', 1]]);
  for (const object of objects) counts.set(object.name, (counts.get(object.name) ?? 0) + 1);
  const setting = (key: string, value: number): FbxOutputNode => property(key, 'int', 'Integer', '', value);
  const settings = [
    setting('UpAxis', 1),
    setting('UpAxisSign', 1),
    setting('FrontAxis', 2),
    setting('FrontAxisSign', 1),
    setting('CoordAxis', 0),
    setting('CoordAxisSign', 1),
    property('UnitScaleFactor', 'double', 'Number', '', { double: 100 }),
    property('OriginalUnitScaleFactor', 'double', 'Number', '', { double: 100 }),
  ];
  return [
    node(
      'FBXHeaderExtension',
      [],
      [
        node('FBXHeaderVersion', [1003]),
        node('FBXVersion', [7400]),
        node('EncryptionType', [0]),
        node('Creator', ['posespace']),
      ],
    ),
    node('FileId', [FBX_FILE_ID]),
    node('CreationTime', [FBX_CREATION_TIME]),
    node('Creator', ['posespace']),
    node('GlobalSettings', [], [node('Version', [1000]), node('Properties70', [], settings)]),
    node(
      'Documents',
      [],
      [node('Count', [1]), node('Document', [999999n, '', 'Scene'], [node('RootNode', [0n])])],
    ),
    node('References'),
    node(
      'Definitions',
      [],
      [
        node('Version', [100]),
        node('Count', [objects.length + 1]),
        ...[...counts].map(([type, count]) => node('ObjectType', [type], [node('Count', [count])])),
      ],
    ),
    node('Objects', [], objects),
    node('Connections', [], connections),
  ];
}

function addSkeleton(draft: Draft, skeleton: Skeleton): bigint[] {
  const rest = localPose(skeleton, restPose(skeleton));
  const joints: bigint[] = [];
  for (let j = 0; j < jointCount(skeleton); j++) {
    const angles = eulerAngles(rest.rotations, j * 4).map((v) => v * DEGREES);
    const label = skeleton.names[j].replaceAll('\0', '');
    const model = addObject(draft, 'Model', named(label, 'Model'), 'LimbNode', [
      node('Version', [232]),
      node(
        'Properties70',
        [],
        [
          property('InheritType', 'enum', '', '', 1),
          property(
            'Lcl Translation',
            'Lcl Translation',
            '',
            'A',
            ...doubles(rest.translations.subarray(j * 3, j * 3 + 3)),
          ),
          property('Lcl Rotation', 'Lcl Rotation', '', 'A', ...doubles(angles)),
        ],
      ),
    ]);
    const attribute = addObject(draft, 'NodeAttribute', named(label, 'NodeAttribute'), 'LimbNode', [
      node('TypeFlags', ['Skeleton']),
    ]);
    connect(draft, attribute, model);
    const p = skeleton.parents[j];
    connect(draft, model, p < 0 ? 0n : joints[p]);
    joints.push(model);
  }
  return joints;
}

function addSurfaceObjects(
  draft: Draft,
  surface: Surface,
  name: string,
  looks: FbxContent['looks'],
): { mesh: bigint; geometry: bigint } {
  const { positions, triangles, normals, uvs, colors } = surface;
  const polygons = Int32Array.from(triangles, (index, i) => (i % 3 === 2 ? ~index : index));
  const layers: FbxOutputNode[] = [];
  const used: string[] = [];
  const addLayer = (element: string, data: string, values: Float64Array, index?: string): void => {
    layers.push(
      node(
        element,
        [0],
        [
          node('Version', [101]),
          node('Name', ['']),
          node('MappingInformationType', ['ByPolygonVertex']),
          node('ReferenceInformationType', ['IndexToDirect']),
          node(data, [values]),
          node(index ?? `${data}Index`, [Int32Array.from(triangles)]),
        ],
      ),
    );
    used.push(element);
  };
  if (normals) addLayer('LayerElementNormal', 'Normals', Float64Array.from(normals));
  if (uvs)
    addLayer(
      'LayerElementUV',
      'UV',
      Float64Array.from(uvs, (v, i) => (i % 2 === 1 ? 1 - v : v)),
    );
  if (colors)
    addLayer(
      'LayerElementColor',
      'Colors',
      Float64Array.from(colors, (v, i) => (i % 4 === 3 ? v : srgb(v))),
      'ColorIndex',
    );
  if (looks) {
    layers.push(materialLayer(looks, triangles.length / 3));
    used.push('LayerElementMaterial');
  }
  const geometry = addObject(draft, 'Geometry', named(name, 'Geometry'), 'Mesh', [
    node('GeometryVersion', [124]),
    node('Vertices', [Float64Array.from(positions)]),
    node('PolygonVertexIndex', [polygons]),
    ...layers,
    node(
      'Layer',
      [0],
      [
        node('Version', [100]),
        ...used.map((type) => node('LayerElement', [], [node('Type', [type]), node('TypedIndex', [0])])),
      ],
    ),
  ]);
  const mesh = addObject(draft, 'Model', named(name, 'Model'), 'Mesh', [node('Version', [232])]);
  connect(draft, mesh, 0n);
  connect(draft, geometry, mesh);
  return { mesh, geometry };
}

function addSkinObjects(
  draft: Draft,
  skin: Skin,
  skeleton: Skeleton,
  joints: readonly bigint[],
  mesh: bigint,
  geometry: bigint,
): void {
  const deformer = addObject(draft, 'Deformer', named('', 'Deformer'), 'Skin', [node('Version', [101])]);
  connect(draft, deformer, geometry);
  const indices: number[][] = joints.map(() => []);
  const weights: number[][] = joints.map(() => []);
  for (let i = 0; i < skin.weights.length; i++) {
    if (skin.weights[i] <= 0) continue;
    indices[skin.joints[i]].push(Math.floor(i / skin.influenceCount));
    weights[skin.joints[i]].push(skin.weights[i]);
  }
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const poses = [node('PoseNode', [], [node('Node', [mesh]), node('Matrix', [identity])])];
  for (const [j, model] of joints.entries()) {
    const link = restMatrix(skeleton, j);
    poses.push(node('PoseNode', [], [node('Node', [model]), node('Matrix', [link])]));
    if (indices[j].length === 0) continue;
    const cluster = addObject(draft, 'Deformer', named(skeleton.names[j], 'SubDeformer'), 'Cluster', [
      node('Version', [100]),
      node('UserData', ['', '']),
      node('Indexes', [Int32Array.from(indices[j])]),
      node('Weights', [Float64Array.from(weights[j])]),
      node('Transform', [invertRigid(link)]),
      node('TransformLink', [link]),
    ]);
    connect(draft, cluster, deformer);
    connect(draft, model, cluster);
  }
  addObject(draft, 'Pose', named('BindPose', 'Pose'), 'BindPose', [
    node('Type', ['BindPose']),
    node('Version', [100]),
    node('NbPoseNodes', [poses.length]),
    ...poses,
  ]);
}

/** The joint's global matrix at rest. */
function restMatrix({ rest, frames }: Skeleton, j: number): Float64Array {
  const m = new Float64Array(9);
  quaternionToMatrixInto(m, 0, frames, j * 4);
  return Float64Array.of(
    m[0],
    m[1],
    m[2],
    0,
    m[3],
    m[4],
    m[5],
    0,
    m[6],
    m[7],
    m[8],
    0,
    rest[j * 3],
    rest[j * 3 + 1],
    rest[j * 3 + 2],
    1,
  );
}

function invertRigid(m: Float64Array): Float64Array {
  const out = Float64Array.of(m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1);
  for (let r = 0; r < 3; r++) out[12 + r] = -(out[r] * m[12] + out[4 + r] * m[13] + out[8 + r] * m[14]);
  return out;
}
