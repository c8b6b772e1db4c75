/**
 * Adds a clip to a rigged file and changes nothing else in it.
 * Run: node examples/add-a-clip.mjs [rigged.glb]
 */
import {
  addClip,
  clipDuration,
  createCreature,
  createCreatureModel,
  encodeModel,
  sliceClip,
} from 'posespace';
import { readModelFile, writeBytesFile, writeModelFile } from 'posespace/io/node';

const path = process.argv[2] ?? 'out/fish.glb';
if (!process.argv[2]) {
  const { files } = await encodeModel(createCreatureModel(createCreature('fish')), 'fish.glb');
  await writeBytesFile(path, files[0].bytes);
}

const model = await readModelFile(path);
const first = model.clips[0];
const half = sliceClip(first, 0, clipDuration(first) / 2);

// Records are read-only: a changed model is a new object that shares what did not change.
const added = addClip(model, half, { name: `${first.name}-half` });
await writeModelFile('out/with-clip.glb', added);
console.log(`wrote out/with-clip.glb: ${added.clips.map((clip) => clip.name).join(', ')}`);
