/**
 * Adds a clip to a rigged file and changes nothing else in it.
 * Run: node examples/add-a-clip.mjs [rigged.glb]
 */
import { addClip, clipDuration, sliceClip } from 'posespace';
import { readModelFile, readSample, writeModelFile } from 'posespace/io/node';

const path = process.argv[2];
const model = await (path ? readModelFile(path) : readSample('fish'));
const first = model.clips[0];
const half = sliceClip(first, 0, clipDuration(first) / 2);

// Records are read-only: a changed model is a new object that shares what did not change.
const added = addClip(model, half, { name: `${first.name}-half` });
await writeModelFile('out/with-clip.glb', added);
console.log(`wrote out/with-clip.glb: ${added.clips.map((clip) => clip.name).join(', ')}`);
