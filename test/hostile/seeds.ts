/**
 * @file One valid file per reader and encoding, for the corpus and the fuzz run to break.
 */

import { deflateSync } from 'node:zlib';
import { NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { zipSync } from 'fflate';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { encodeFbxBinary } from '../../src/io/formats/fbx/encode-fbx-binary.js';
import { parseFbxText } from '../../src/io/formats/fbx/parse-fbx-text.js';
import { readFbx } from '../../src/io/formats/read-fbx.js';
import { writePly } from '../../src/io/formats/write-ply.js';
import { writeStl } from '../../src/io/formats/write-stl.js';
import { encodeGlb, type GltfSource } from '../../src/io/gltf/container.js';
import { READ_LIMITS } from '../../src/io/limits.js';
import { fbxSample } from '../samples/fbx-sample.js';
import {
  BAR_DAE,
  CUBE_OBJ,
  encodeText,
  memoryContext,
  PYRAMID_OFF,
  RIG_TEXT,
  TETRAHEDRON_3MF_MODEL,
  TETRAHEDRON_PLY,
  TRIANGLE_STL,
  WALK_BVH,
} from '../samples/formats.js';

export interface Seed {
  /** Decides the reader by its extension. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly kind: 'text' | 'binary' | 'glb' | 'gltf';
  /** Files beside it. */
  readonly beside?: Readonly<Record<string, Uint8Array>>;
}

/** The rigged tube as a glTF document: skin, morph target, animation, picture. */
export async function tubeGltf(): Promise<GltfSource> {
  return readFbx(encodeText(fbxSample({ extraBones: 2 })), memoryContext('tube.fbx'));
}

/** A document as .gltf with its bytes in a data URI. */
export function gltfText({ json, bin }: GltfSource): Uint8Array {
  const uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString('base64')}`;
  return encodeText(JSON.stringify({ ...json, buffers: [{ byteLength: bin.length, uri }] }));
}

async function compressed(glb: Uint8Array, codec: 'draco' | 'meshopt'): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression])
    .registerDependencies({
      'meshopt.decoder': MeshoptDecoder,
      'meshopt.encoder': MeshoptEncoder,
      'draco3d.decoder': await draco.createDecoderModule(),
      'draco3d.encoder': await draco.createEncoderModule(),
    });
  const document = await io.readBinary(glb);
  const extension = codec === 'draco' ? KHRDracoMeshCompression : EXTMeshoptCompression;
  document.createExtension(extension as typeof KHRDracoMeshCompression).setRequired(true);
  return io.writeBinary(document);
}

/** All seeds. */
export async function makeSeeds(): Promise<Seed[]> {
  const tube = await tubeGltf();
  const glb = encodeGlb(tube);
  // Draco has no morph targets.
  const plain = structuredClone(tube);
  for (const mesh of plain.json.meshes ?? []) {
    delete mesh.weights;
    for (const primitive of mesh.primitives) delete primitive.targets;
  }
  for (const animation of plain.json.animations ?? []) {
    animation.channels = animation.channels.filter(({ target }) => target.path !== 'weights');
  }
  const square = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
    colors: new Float32Array(16).fill(0.5),
  };
  const fbx = parseFbxText(encodeText(fbxSample()), READ_LIMITS).children;
  const mtl = encodeText('newmtl red\nKd 1 0 0\nNs 10\nmap_Kd -s 1 1 1 skin.png\n');
  return [
    {
      file: 'cube.obj',
      bytes: encodeText(`${CUBE_OBJ}vt 0 1\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 -5/1/1 -4/1/1\n`),
      kind: 'text',
      beside: { 'cube.mtl': mtl },
    },
    { file: 'text.ply', bytes: encodeText(TETRAHEDRON_PLY), kind: 'text' },
    { file: 'binary.ply', bytes: writePly(square), kind: 'binary' },
    { file: 'text.stl', bytes: encodeText(TRIANGLE_STL), kind: 'text' },
    { file: 'binary.stl', bytes: writeStl(square), kind: 'binary' },
    { file: 'text.fbx', bytes: encodeText(fbxSample({ keyFlags: 0x408 })), kind: 'text' },
    { file: 'binary.fbx', bytes: encodeFbxBinary(fbx), kind: 'binary' },
    {
      file: 'packed.fbx',
      bytes: encodeFbxBinary(fbx, (bytes) => new Uint8Array(deflateSync(bytes))),
      kind: 'binary',
    },
    { file: 'pyramid.off', bytes: encodeText(PYRAMID_OFF), kind: 'text' },
    { file: 'bar.dae', bytes: encodeText(BAR_DAE), kind: 'text' },
    {
      file: 'part.3mf',
      bytes: zipSync({ '3D/3dmodel.model': encodeText(TETRAHEDRON_3MF_MODEL) }),
      kind: 'binary',
    },
    { file: 'walk.bvh', bytes: encodeText(WALK_BVH), kind: 'text' },
    { file: 'rig.txt', bytes: encodeText(RIG_TEXT), kind: 'text' },
    { file: 'tube.glb', bytes: glb, kind: 'glb' },
    { file: 'tube-bytes.glb', bytes: glb, kind: 'binary' },
    { file: 'tube.gltf', bytes: gltfText(tube), kind: 'gltf' },
    { file: 'meshopt.glb', bytes: await compressed(glb, 'meshopt'), kind: 'glb' },
    { file: 'meshopt-bytes.glb', bytes: await compressed(glb, 'meshopt'), kind: 'binary' },
    { file: 'draco.glb', bytes: await compressed(encodeGlb(plain), 'draco'), kind: 'glb' },
    { file: 'draco-bytes.glb', bytes: await compressed(encodeGlb(plain), 'draco'), kind: 'binary' },
  ];
}
