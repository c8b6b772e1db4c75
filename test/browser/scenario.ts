/**
 * @file What Node and the browser both do, so that the test can hold one against the other: read a sample
 * creature, write it, read it back, skin it, find where it runs through itself, draw it, and rig its bare mesh anew. Returns hashes of
 * the bytes.
 */

import {
  createIntersectionFinder,
  encodeModel,
  encodePng,
  modelRig,
  readModel,
  renderRig,
  rigMesh,
  skinMesh,
} from 'posespace';

export async function runScenario(file: string) {
  const read = await readModel('fish.glb', new Uint8Array(await (await fetch(file)).arrayBuffer()));
  const { bytes } = (await encodeModel(read, 'fish.glb')).files[0];
  const model = await readModel('fish.glb', bytes);
  const rig = modelRig(model)!;
  const pose = model.clips[1].poses[7];
  const skinned = skinMesh(rig, pose);
  // Flattened, the left half of the fish lies in the right one: pairs that cross, touch and share a plane.
  const flat = skinned.map((value, i) => (i % 3 === 0 ? 0.05 * Math.round(value * 20) : value));
  const crossings = createIntersectionFinder(rig.mesh).find(flat).pairs;
  const picture = encodePng(renderRig(rig, pose, { width: 160, height: 120 }));
  const found = (await rigMesh(rig.mesh)).rig;
  return {
    joints: rig.skeleton.names.length,
    glb: await sha256(bytes),
    skinned: await sha256(bytesOf(skinned)),
    crossingCount: crossings.length / 2,
    crossings: await sha256(bytesOf(crossings)),
    foundNames: found.skeleton.names,
    foundSkeleton: await sha256(bytesOf(found.skeleton.rest)),
    foundWeights: await sha256(bytesOf(found.skin.weights)),
    picture: await sha256(picture),
  };
}

const bytesOf = (array: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
