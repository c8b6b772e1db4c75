/**
 * @file What must be the same on every machine: `npm run golden` writes it to golden.json, the test beside compares.
 *
 * Hashes are of bytes that only our own arithmetic and V8's (its own sin, cos and exp, not the system's) made: files,
 * skeletons, weights, pictures. What a network answers is kept as numbers and compared to a tolerance: ONNX Runtime adds
 * up in another order on another processor, and rounding before hashing would still differ at the edges. The generator
 * of the sample creatures has golden hashes of its own in lab/creatures.
 */

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  createModel,
  encodeModel,
  encodePng,
  modelRig,
  readModel,
  renderRig,
  rigMesh,
  skinMesh,
} from 'posespace';
import { readVertexColors } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import { loadPoseModel, openRigPoseSpace } from 'posespace/pose';

const FILE = new URL('./golden.json', import.meta.url);
const NETWORK = new URL('../samples/pose-network/', import.meta.url);

/** The first 16 digits of the SHA-256 of arrays and names. */
function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) {
    sum.update(
      ArrayBuffer.isView(part)
        ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
        : JSON.stringify(part),
    );
  }
  return sum.digest('hex').slice(0, 16);
}

/** Hashes by what they are of, and numbers of a network. */
export async function computeGolden() {
  const dog = await readSample('dog');
  // Made anew of its records, so that everything is written.
  const colors = await readVertexColors(dog);
  const written = createModel({ name: 'creature', ...modelRig(dog), clips: dog.clips, colors });
  const hashes = {};

  // (1) Files.
  const files = {};
  for (const format of ['glb', 'gltf', 'obj', 'ply', 'stl', 'fbx', 'bvh']) {
    const result = await encodeModel(written, `creature.${format}`);
    hashes[`${format} written`] = hash(...result.files.flatMap(({ name, bytes }) => [name, bytes]));
    files[format] = result.files[0].bytes;
  }
  for (const format of ['glb', 'fbx']) {
    const model = await readModel(`creature.${format}`, files[format]);
    const { skeleton, clips } = model;
    hashes[`${format} read`] = hash(
      skeleton.names,
      skeleton.parents,
      skeleton.rest,
      ...clips.flatMap(({ times, poses }) => [times, ...poses.map(({ rotations }) => rotations)]),
    );
  }
  const model = await readModel('creature.glb', files.glb);
  const again = await encodeModel(model, 'again.glb');
  hashes['glb read and written'] = hash(again.files[0].bytes);

  // (2) A rig, a pose, a picture.
  const rig = modelRig(model);
  const pose = model.clips[1].poses[7];
  hashes['vertices skinned'] = hash(skinMesh(rig, pose));
  hashes.picture = hash(encodePng(renderRig(rig, pose, { width: 160, height: 120 })));
  const found = (await rigMesh(rig.mesh)).rig;
  hashes['skeleton found'] = hash(found.skeleton.names, found.skeleton.parents, found.skeleton.rest);
  hashes['weights found'] = hash(found.skin.joints, found.skin.weights);

  // (3) What a network answers.
  const network = await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, NETWORK))));
  const space = await openRigPoseSpace(rig, network, { priorSamples: 16, priorSteps: 3 });
  const [sample] = await space.sample({ steps: 6, seed: 2 });
  const last = rig.skeleton.names.length - 1;
  const position = rig.skeleton.rest.slice(last * 3, last * 3 + 3).map((x, k) => x + (k === 1 ? 0.05 : 0));
  const solved = await space.solve([
    { joint: 0, pin: true },
    { joint: last, position: [...position] },
  ]);
  await space.close();
  const rounded = (values) => Array.from(values, (value) => Math.round(value * 1e5) / 1e5);
  const numbers = { 'pose sampled': rounded(sample.rotations), 'pose solved': rounded(solved.rotations) };
  return { hashes, numbers };
}

/** What is stored. */
export const readGolden = async () => JSON.parse(await readFile(FILE, 'utf8'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { hashes, numbers } = await computeGolden();
  // One line per entry, so that a change reads as one.
  const lines = (record) =>
    Object.entries(record).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const text = `{\n  "hashes": {\n${lines(hashes).join(',\n')}\n  },\n  "numbers": {\n${lines(numbers).join(',\n')}\n  }\n}\n`;
  await writeFile(FILE, text);
}
