/** @file `posespace creature`: writes a sample creature to a file. */

import { writeModelFile } from '../../io/node.js';
import { parseSampleName, readSample } from '../../io/node-samples.js';
import { SAMPLES } from '../../io/samples.js';
import { defineCommand } from '../shared/shell.js';

export const creatureCommand = defineCommand({
  usage: 'creature <name>',
  summary: `Write a rigged, animated sample creature: ${Object.keys(SAMPLES).join(', ')}`,
  output: 'the file to write (default: <name>.glb)',
  examples: [
    ['posespace creature dragon', 'writes dragon.glb'],
    ['posespace creature wolf -o wolf.fbx', 'in any format'],
  ],
  async run({ output }, word) {
    const name = parseSampleName(word);
    const model = await readSample(name);
    const path = output ?? `${name}.glb`;
    await writeModelFile(path, model);
    const { mesh, skeleton, clips } = model;
    const data = {
      file: path,
      kind: SAMPLES[name],
      vertices: mesh.positions.length / 3,
      triangles: mesh.triangles.length / 3,
      joints: skeleton!.names.length,
      clips: clips.map((clip) => clip.name),
    };
    const text = `${path}: ${data.triangles} triangles, ${data.joints} joints, clips ${data.clips.join(', ')}`;
    return { data, text };
  },
});
