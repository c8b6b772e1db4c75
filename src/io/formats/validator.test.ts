import { it } from 'vitest';
import { makeSeeds } from '../../../test/hostile/seeds.js';
import { memoryContext } from '../../../test/samples/formats.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { encodeGlb } from '../gltf/container.js';
import { readBvh } from './read-bvh.js';
import { readFbx } from './read-fbx.js';
import { readObj } from './read-obj.js';
import { readPly } from './read-ply.js';
import { readStl } from './read-stl.js';

const READERS = { obj: readObj, ply: readPly, stl: readStl, fbx: readFbx, bvh: readBvh };

const seeds = (await makeSeeds()).map((seed) => ({ ...seed, extension: seed.file.replace(/^.*\./, '') }));

it.each(seeds.filter(({ extension }) => extension in READERS))(
  '$file becomes valid glTF',
  async ({ file, extension, bytes, beside }) => {
    const read = READERS[extension as keyof typeof READERS];
    const source = await read(bytes, memoryContext(file, beside));
    await expectNoErrors(encodeGlb(source));
  },
);
