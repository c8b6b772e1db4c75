import { describe, expect, it } from 'vitest';
import type { GltfJson } from './gltf-json.js';
import { tidyGltf } from './tidy.js';

const tidied = (json: object): GltfJson => {
  const out = { asset: { version: '2.0' }, ...structuredClone(json) } as GltfJson;
  tidyGltf(out);
  return JSON.parse(JSON.stringify(out));
};
const triangle = { attributes: { POSITION: 0 } };

describe('tidying a document', () => {
  it('drops empty lists, and nothing else', () => {
    const out = tidied({
      nodes: [{ children: [] }],
      skins: [],
      animations: [{ channels: [], samplers: [] }],
      scenes: [{ nodes: [] }],
    });
    expect(out).toEqual({ asset: { version: '2.0' }, nodes: [{}], scenes: [{}] });
    const full = {
      nodes: [{ children: [1] }, { name: 'a' }],
      scenes: [{ nodes: [0] }],
      extras: { list: [] },
    };
    expect(tidied(full)).toEqual({ asset: { version: '2.0' }, ...full });
  });

  it("drops a skin's root that is above not all of its joints", () => {
    const nodes = [{ children: [1, 2] }, {}, { children: [3] }, {}];
    const skins = [
      { joints: [1, 3], skeleton: 0 },
      { joints: [2, 3], skeleton: 2 },
      { joints: [1, 3], skeleton: 2 },
    ];
    expect(tidied({ nodes, skins }).skins!.map(({ skeleton }) => skeleton)).toEqual([0, 2, undefined]);
  });

  it('drops morph weights without their targets', () => {
    const meshes = [
      { primitives: [triangle], weights: [1] },
      { primitives: [{ ...triangle, targets: [{}, {}] }], weights: [1, 0] },
    ];
    const out = tidied({
      meshes,
      nodes: [{ mesh: 0, weights: [1] }, { mesh: 1, weights: [0, 1] }, { weights: [1] }],
    });
    expect(out.meshes!.map(({ weights }) => weights)).toEqual([undefined, [1, 0]]);
    expect(out.nodes!.map(({ weights }) => weights)).toEqual([undefined, [0, 1], undefined]);
  });

  it('brings the joints of a mesh into its scene, unless that would show something', () => {
    const meshes = [{ primitives: [triangle] }];
    const skins = [{ joints: [2] }, { joints: [4] }];
    const nodes = [
      { mesh: 0, skin: 0 },
      { children: [2] },
      {},
      { mesh: 0, children: [4] },
      {},
      { mesh: 0, skin: 1 },
    ];
    const out = tidied({ meshes, skins, nodes, scenes: [{ nodes: [0] }, { nodes: [5] }, { nodes: [1, 0] }] });
    expect(out.scenes!.map((scene) => scene.nodes)).toEqual([[0, 1], [5], [1, 0]]);
  });
});
