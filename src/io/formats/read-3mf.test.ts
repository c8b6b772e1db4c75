import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { memoryContext, TETRAHEDRON_3MF_MODEL } from '../../../test/samples/formats.js';
import { READ_LIMITS } from '../limits.js';
import { readModel } from '../read.js';
import { read3mf } from './read-3mf.js';

const pack = (model: string): Uint8Array =>
  zipSync({ '3D/3dmodel.model': strToU8(model), 'x.txt': strToU8('x') });

describe('read3mf', () => {
  it('reads placed components in metres with Y up, a primitive per material', async () => {
    const { mesh, source } = await readModel('t.3mf', pack(TETRAHEDRON_3MF_MODEL));
    expect(mesh.triangles).toHaveLength(2 * 4 * 3);
    expect(Math.max(...mesh.positions)).toBeCloseTo(0.03, 6);
    const heights = mesh.positions.filter((_, i) => i % 3 === 1);
    expect([Math.min(...heights), Math.max(...heights)].map((v) => +v.toFixed(5) + 0)).toEqual([0, 0.01]);
    expect(source.gltf.json.meshes).toHaveLength(1);
    expect(source.gltf.json.materials!.map(({ name }) => name)).toEqual(['red', 'blue']);
  });

  it('says what is wrong', async () => {
    const context = memoryContext('t.3mf');
    await expect(read3mf(pack(TETRAHEDRON_3MF_MODEL.replace('v3="1"', 'v3="4"')), context)).rejects.toThrow(
      'vertex 4 of 4',
    );
    await expect(read3mf(pack(TETRAHEDRON_3MF_MODEL.replace('"2"/', '"3"/')), context)).rejects.toThrow(
      /nested deeper/,
    );
    await expect(read3mf(zipSync({ a: strToU8('b') }), context)).rejects.toThrow(/no model/);
    await expect(read3mf(strToU8('PK but no archive'), context)).rejects.toThrow(/cannot be unpacked/);
    const bomb = zipSync({ '3D/3dmodel.model': new Uint8Array(1 << 20) });
    const limits = { ...READ_LIMITS, maxBytes: 1 << 16 };
    await expect(read3mf(bomb, { ...context, limits })).rejects.toThrow(/raise maxBytes/);
  });
});
