import { expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { expectValidGlb } from '../../test/support/valid-glb.js';
import { createModel } from '../io/gltf/create-model.js';
import { readModel } from '../io/read.js';
import { encodeModel } from '../io/write.js';
import { addClip } from './add-clip.js';
import { generateMotion, openMotionLibrary } from './generate-motion.js';

const creature = sampleCreature('dog');
// Through a file, so that joints are in the order in which files have them.
const made = { ...creature.model, clips: [] };
const model = await readModel('fox.glb', (await encodeModel(made, 'fox.glb')).files[0].bytes);

it('generates a clip that a file can hold', async () => {
  const { clip } = generateMotion(model, 'walk');
  expect([clip.name, clip.source]).toEqual(['walk', 'library']);
  const again = await expectValidGlb(addClip(model, clip));
  expect(again.clips.map(({ name }) => name)).toEqual(['walk']);
});

it('lists what a body can do, and says so where it is asked for more', () => {
  const names = openMotionLibrary(model).motions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['idle', 'walk', 'run', 'turn-left', 'attack-bite', 'die']));
  expect(names).not.toContain('strafe-left');
  expect(() => generateMotion(model, 'strafe-left')).toThrow(
    /this body \(quadruped\) has no motion "strafe-left"; it has idle, walk/,
  );
  const bare = createModel({ name: 'bare', mesh: creature.rig.mesh });
  expect(() => generateMotion(bare, 'walk')).toThrow(/"bare" has no rig to move; rig it first/);
});
