/**
 * A picture of sample creatures, without a GPU.
 * Run: node examples/draw-a-contact-sheet.mjs [names …]
 */
import { contactSheet, encodePng, modelRig, renderRig } from 'posespace';
import { readVertexColors } from 'posespace/io';
import { readSample, writeBytesFile } from 'posespace/io/node';

const named = process.argv.slice(2);
const names = named.length > 0 ? named : ['parrot', 'clownfish', 'snake', 'spider'];
const tiles = [];
for (const name of names) {
  const model = await readSample(name);
  const { clips, skeleton } = model;
  const locomotion = clips[1];
  const pose = locomotion.poses[Math.floor(locomotion.poses.length * 0.3)];
  const inPlace = { ...pose, root: Float32Array.of(0, pose.root[1], 0) };
  const colors = await readVertexColors(model);
  const image = renderRig(modelRig(model), inPlace, { colors, width: 400, height: 340 });
  const note = `${skeleton.names.length} joints, ${clips.map((clip) => clip.name).join(', ')}`;
  tiles.push({ image, label: name, note });
}
await writeBytesFile('out/creatures.png', encodePng(contactSheet(tiles, { columns: 5 })));
console.log(`wrote out/creatures.png with ${tiles.length} creatures`);
