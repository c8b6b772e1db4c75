/**
 * @file What Node and the browser both do, so that the test can hold one against the other: make an animal, write
 * it, read it back, skin it, draw it. Returns hashes of the bytes.
 */

import {
  createCreatureModel,
  encodeModel,
  encodePng,
  makeCreature,
  modelRig,
  readModel,
  renderRig,
  skinMesh,
} from 'posespace';

export async function runScenario() {
  const creature = makeCreature('fish', { seed: 3 });
  const { bytes } = (await encodeModel(createCreatureModel(creature), 'fish.glb')).files[0];
  const model = await readModel('fish.glb', bytes);
  const rig = modelRig(model)!;
  const pose = model.clips[1].poses[7];
  const skinned = skinMesh(rig, pose);
  const picture = encodePng(renderRig(rig, pose, { width: 160, height: 120 }));
  return {
    joints: rig.skeleton.names.length,
    glb: await sha256(bytes),
    skinned: await sha256(new Uint8Array(skinned.buffer, skinned.byteOffset, skinned.byteLength)),
    picture: await sha256(picture),
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
