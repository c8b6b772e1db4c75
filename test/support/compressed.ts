/**
 * @file Compresses a GLB the way other people's tools do, with glTF-Transform and the codecs' own encoders.
 */

import { type Document, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';

async function createIo(): Promise<WebIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new WebIO()
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression])
    .registerDependencies({
      'meshopt.decoder': MeshoptDecoder,
      'meshopt.encoder': MeshoptEncoder,
      'draco3d.decoder': await draco3d.createDecoderModule(),
      'draco3d.encoder': await draco3d.createEncoderModule(),
    });
}

export async function compressMeshopt(glb: Uint8Array): Promise<Uint8Array> {
  const io = await createIo();
  const document = await io.readBinary(glb);
  document.createExtension(EXTMeshoptCompression).setRequired(true);
  return io.writeBinary(document);
}

/** Draco in the order of the vertices, so that they can be compared one by one. */
export async function compressDraco(glb: Uint8Array): Promise<Uint8Array> {
  const io = await createIo();
  const document = await io.readBinary(glb);
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({
      method: KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL,
      quantizationBits: { POSITION: 16, GENERIC: 16 },
    });
  return io.writeBinary(document);
}

/** The document as glTF-Transform sees it: an opinion on every accessor that is not ours. */
export async function readWithTransform(glb: Uint8Array): Promise<Document> {
  return (await createIo()).readBinary(glb);
}
