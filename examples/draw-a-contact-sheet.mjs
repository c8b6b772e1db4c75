/**
 * A picture of every kind of creature, without a GPU. This is how the picture in the README is made.
 * Run: node examples/draw-a-contact-sheet.mjs [seed]
 */
import { CREATURE_KINDS, contactSheet, createCreature, encodePng, renderRig } from 'posespace';
import { writeBytesFile } from 'posespace/io/node';

const seed = Number(process.argv[2] ?? 0);
const tiles = CREATURE_KINDS.map((kind) => {
  const { rig, clips, colors } = createCreature(kind, { seed });
  const locomotion = clips[1];
  const pose = locomotion.poses[Math.floor(locomotion.poses.length * 0.3)];
  const inPlace = { ...pose, root: Float32Array.of(0, pose.root[1], 0) };
  const image = renderRig(rig, inPlace, { colors, width: 400, height: 340 });
  const note = `${rig.skeleton.names.length} joints, ${clips.map((clip) => clip.name).join(', ')}`;
  return { image, label: kind, note };
});
await writeBytesFile('out/creatures.png', encodePng(contactSheet(tiles, { columns: 5 })));
console.log(`wrote out/creatures.png with ${tiles.length} creatures of seed ${seed}`);
