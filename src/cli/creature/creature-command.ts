/** @file `posespace creature`: writes a sample creature as a GLB. */

import { PosespaceError } from '../../base/errors.js';
import { createCreature } from '../../creatures/create-creature.js';
import { CREATURE_KINDS, type CreatureKind } from '../../creatures/creature-record.js';
import { createCreatureModel } from '../../io/creature-model.js';
import { writeModelFile } from '../../io/node.js';
import { defineCommand } from '../shared/shell.js';

export const creatureCommand = defineCommand({
  usage: 'creature <kind>',
  summary: `Make a rigged, animated sample creature: ${CREATURE_KINDS.join(', ')}`,
  output: 'the file to write (default: <kind>-<seed>.glb)',
  examples: [
    ['posespace creature dragon', 'writes dragon-0.glb'],
    ['posespace creature spider --seed 7 -o spider.glb', 'another individual'],
  ],
  async run({ seed, output }, kind) {
    const creature = createCreature(parseKind(kind), { seed });
    const path = output ?? `${creature.name}.glb`;
    await writeModelFile(path, createCreatureModel(creature));
    const { rig, clips } = creature;
    const data = {
      file: path,
      kind,
      seed,
      vertices: rig.mesh.positions.length / 3,
      triangles: rig.mesh.triangles.length / 3,
      joints: rig.skeleton.names.length,
      clips: clips.map((clip) => clip.name),
    };
    const text = `${path}: ${data.triangles} triangles, ${data.joints} joints, clips ${data.clips.join(', ')}`;
    return { data, text };
  },
});

export function parseKind(kind: string): CreatureKind {
  const known = CREATURE_KINDS.find((candidate) => candidate === kind);
  if (!known)
    throw new PosespaceError(
      'bad-usage',
      `there is no creature "${kind}"; choose one of ${CREATURE_KINDS.join(', ')}`,
    );
  return known;
}
