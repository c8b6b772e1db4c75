import validator from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';

import { createSplats } from '../../render/splat/create-splats.js';
import type { SplatCloud } from '../../render/splat/splat-cloud.js';
import { encodeGlb, splitGlb } from '../gltf/container.js';
import { isSplatFile, readSplats, writeSplats } from './splat-files.js';

const { rig } = sampleCreature('fish');
const { skin: _, ...cloud } = createSplats(rig, { count: 200 });

function expectEqual(read: SplatCloud, written: SplatCloud): void {
  for (const key of ['positions', 'scales', 'rotations', 'colors', 'opacities'] as const) {
    expect(read[key].length).toBe(written[key].length);
    for (const [i, value] of written[key].entries()) expect(read[key][i]).toBeCloseTo(value, 5);
  }
}

describe.each(['ply', 'glb'])('kernels as %s', (extension) => {
  const bytes = writeSplats(`body.${extension}`, cloud);

  it('are read as they were written', async () => {
    expect(isSplatFile(bytes)).toBe(true);
    expectEqual(await readSplats(bytes), cloud);
  });

  it('of a truncated file are refused with the reason', async () => {
    await expect(readSplats(bytes.slice(0, bytes.length - 40))).rejects.toThrow(/io\//);
    await expect(readSplats(bytes, { maxElements: 100 })).rejects.toThrow(/limit is 100/);
  });
});

it('writes GLBs in which the validator finds nothing but the names of attributes that it does not know', async () => {
  const { issues } = await validator.validateBytes(writeSplats('body.glb', cloud));
  const errors = issues.messages.filter(({ severity }) => severity === 0);
  expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['MESH_PRIMITIVE_INVALID_ATTRIBUTE']));
  expect(errors.every(({ pointer }) => pointer?.includes('KHR_gaussian_splatting:'))).toBe(true);
});

it('moves, turns and scales the kernels of a node', async () => {
  const { json, bin } = splitGlb(writeSplats('body.glb', cloud));
  json.nodes![0].translation = [1, 2, 3];
  json.nodes![0].scale = [2, 2, 2];
  const moved = await readSplats(encodeGlb({ json, bin: bin! }));
  expect(moved.positions[0]).toBeCloseTo(cloud.positions[0] * 2 + 1, 5);
  expect(moved.scales[0]).toBeCloseTo(cloud.scales[0] * 2, 5);
});

it('leaves out kernels that are not numbers, and refuses other files', async () => {
  const broken = { ...cloud, positions: cloud.positions.slice() };
  broken.positions[3] = Number.NaN;
  expect((await readSplats(writeSplats('body.ply', broken))).opacities.length).toBe(199);
  expect(isSplatFile(new TextEncoder().encode('ply\nformat ascii 1.0\nend_header\n'))).toBe(false);
  expect(() => writeSplats('body.obj', cloud)).toThrow(/\.ply or \.glb/);
});
