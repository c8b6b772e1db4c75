/**
 * A picture of several kinds of creatures, without a GPU. The README's picture is that of all kinds.
 * Run: node examples/draw-a-contact-sheet.mjs [seed] [kinds …]
 */
import { CREATURE_KINDS, contactSheet, createCreature, encodePng, renderRig } from 'posespace';
import { writeBytesFile } from 'posespace/io/node';

const [seed = 0, ...named] = process.argv.slice(2);
const kinds = named.length > 0 ? named : CREATURE_KINDS.slice(2, 6);
const tiles = kinds.map((kind) => {
  const { rig, clips, colors } = createCreature(kind, { seed: Number(seed) });
  const locomotion = clips[1];
  const pose = locomotion.poses[Math.floor(locomotion.poses.length * 0.3)];
  const inPlace = { ...pose, root: Float32Array.of(0, pose.root[1], 0) };
  const image = renderRig(rig, inPlace, { colors, width: 400, height: 340 });
  const note = `${rig.skeleton.names.length} joints, ${clips.map((clip) => clip.name).join(', ')}`;
  return { image, label: kind, note };
});
await writeBytesFile('out/creatures.png', encodePng(contactSheet(tiles, { columns: 5 })));
console.log(`wrote out/creatures.png with ${tiles.length} creatures of seed ${seed}`);
