import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { dressed } from '../../test/support/sample-documents.js';
import { readAppearance } from './appearance.js';
import { readModel } from './read.js';

describe('readAppearance', () => {
  it('gives every triangle one material, every vertex a unit normal', async () => {
    const model = await dressed().read();
    const { groups, materials, normals } = await readAppearance(model);
    let next = 0;
    for (const { triangleStart, triangleCount, material } of groups) {
      expect(triangleStart).toBe(next);
      expect(material).toBeLessThan(materials.length);
      next += triangleCount;
    }
    expect(next).toBe(model.mesh.triangles.length / 3);
    for (let i = 0; i < normals.length; i += 3) {
      expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 5);
    }
  });

  it('has the colours of our creatures', async () => {
    const creature = sampleCreature('fish');
    const { colors, materials, groups } = await readAppearance(creature.model);
    expect(colors).toHaveLength((creature.rig.mesh.positions.length / 3) * 4);
    expect(groups).toEqual([
      { triangleStart: 0, triangleCount: creature.rig.mesh.triangles.length / 3, material: 0 },
    ]);
    expect(materials[0]).toMatchObject({ metallic: 0, roughness: 0.8, alpha: 'opaque', doubleSided: false });
  });

  it('makes normals where the file has none, and passes materials and pictures on', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64');
    const json = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      buffers: [{ uri: `data:application/octet-stream;base64,${positions}`, byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      ],
      images: [{ uri: `data:image/png;base64,${png}` }],
      textures: [{ source: 0 }],
      materials: [
        {
          name: 'glass',
          alphaMode: 'BLEND',
          doubleSided: true,
          pbrMetallicRoughness: { baseColorFactor: [1, 0.5, 0, 0.25], baseColorTexture: { index: 0 } },
        },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    };
    const model = await readModel('glass.gltf', new TextEncoder().encode(JSON.stringify(json)));
    const appearance = await readAppearance(model);
    expect([...appearance.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(appearance.materials[0]).toMatchObject({
      name: 'glass',
      color: [1, 0.5, 0, 0.25],
      metallic: 1,
      alpha: 'blend',
      colorTexture: 0,
      doubleSided: true,
    });
    expect(appearance.images).toHaveLength(1);
    expect(appearance.images[0].type).toBe('image/png');
    expect(Buffer.from(appearance.images[0].bytes).toString('base64')).toBe(png);
  });
});
