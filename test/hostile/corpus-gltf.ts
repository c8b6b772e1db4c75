/**
 * @file Broken glTF files.
 */

import { createGltfBuilder, type GltfBuilder } from '../../src/io/gltf/builder.js';
import { encodeGlb, type GltfSource } from '../../src/io/gltf/container.js';
import type { GltfJson, GltfNode } from '../../src/io/gltf/gltf-json.js';
import { encodeText } from '../samples/formats.js';
import type { HostileFile } from './hostile-file.js';
import { gltfText, tubeGltf } from './seeds.js';

/** A triangle, changed by `change`. */
function triangle(change: (json: GltfJson, builder: GltfBuilder) => void = () => {}): GltfSource {
  const builder = createGltfBuilder();
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const POSITION = builder.addAccessor(positions, 'VEC3', { usage: 'vertex', bounds: true });
  const indices = builder.addAccessor(Uint16Array.of(0, 1, 2), 'SCALAR', { usage: 'index' });
  builder.add('meshes', { primitives: [{ attributes: { POSITION }, indices }] });
  builder.add('nodes', { mesh: 0, name: 'triangle' });
  builder.json.scenes![0].nodes = [0];
  change(builder.json, builder);
  return builder.finish();
}

const glb = (change?: (json: GltfJson, builder: GltfBuilder) => void): Uint8Array =>
  encodeGlb(triangle(change));

/** A chain of nodes, each the child of the one before. */
function chain(count: number, node: (i: number) => GltfNode): GltfNode[] {
  return Array.from({ length: count }, (_, i) =>
    i + 1 < count ? { ...node(i), children: [i + 1] } : node(i),
  );
}

const withUri = (uri: string, byteLength = 44): Uint8Array => {
  const { json } = triangle();
  return encodeText(JSON.stringify({ ...json, buffers: [{ byteLength, uri }] }));
};

export async function gltfCorpus(): Promise<HostileFile[]> {
  const tube = await tubeGltf();
  const whole = encodeGlb(tube);
  const patched = (write: (view: DataView, bytes: Uint8Array) => void): Uint8Array => {
    const bytes = glb();
    write(new DataView(bytes.buffer), bytes);
    return bytes;
  };
  const binary = (change: (bin: Float32Array) => void): Uint8Array => {
    const source = triangle();
    const bin = source.bin.slice();
    change(new Float32Array(bin.buffer, 0, 9));
    return encodeGlb({ json: source.json, bin });
  };
  const cuts = [1, 4, 11, 19, 21, 100, 1000, whole.length - 1].map(
    (length): HostileFile => ({
      what: `cut after ${length} bytes`,
      file: 'cut.glb',
      bytes: whole.subarray(0, length),
      error: /io\/\w+: /,
    }),
  );
  return [
    ...cuts,
    {
      what: 'version 1',
      file: 'a.glb',
      bytes: patched((view) => view.setUint32(4, 1, true)),
      error: /version 1/,
    },
    {
      what: 'length that lies',
      file: 'a.glb',
      bytes: patched((view) => view.setUint32(8, 1e9, true)),
      error: /truncated/,
    },
    {
      what: 'chunk that lies',
      file: 'a.glb',
      bytes: patched((view) => view.setUint32(12, 0x7fffffff, true)),
      error: /past the end/,
    },
    {
      what: 'JSON that is none',
      file: 'a.glb',
      bytes: patched((_, bytes) => bytes.fill(0x7b, 20, 40)),
      error: /cannot be parsed/,
    },
    {
      what: 'JSON nested 100,000 deep',
      file: 'a.gltf',
      bytes: encodeText(`{"asset":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      error: /io\/gltf/,
    },
    { what: 'JSON that is a list', file: 'a.gltf', bytes: encodeText('[]'), error: /no "asset"/ },
    { what: 'a GLB by another name', file: 'a.obj', bytes: glb() },
    {
      what: 'a picture by this name',
      file: 'a.glb',
      bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      error: /not a GLB/,
    },
    {
      what: 'a node that is its own child',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes![0].children = [0];
      }),
      error: /own ancestor/,
    },
    {
      what: 'a circle of nodes',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes!.push({ children: [2] }, { children: [1] });
      }),
      error: /own ancestor/,
    },
    {
      what: 'a node with two parents',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes!.push({ children: [0] }, { children: [0] });
      }),
      error: /two parents/,
    },
    {
      what: 'a child that is not there',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes![0].children = [7];
      }),
      error: /refers to 7/,
    },
    {
      what: 'a billion vertices claimed',
      file: 'a.glb',
      bytes: glb((json) => {
        json.accessors![0].count = 1e9;
      }),
      error: /1000000000/,
    },
    {
      what: 'a billion zeros without bytes',
      file: 'a.glb',
      bytes: glb((json) => {
        json.accessors![0].count = 1e9;
        delete json.accessors![0].bufferView;
      }),
      error: /1000000000/,
    },
    {
      what: 'ten million vertices more than its bytes',
      file: 'a.glb',
      bytes: glb((json) => {
        json.accessors![0].count = 1e7;
      }),
      error: /covers bytes/,
    },
    {
      what: 'a view past the end',
      file: 'a.glb',
      bytes: glb((json) => {
        json.bufferViews![0].byteOffset = 1e6;
      }),
      error: /covers bytes/,
    },
    {
      what: 'a view before the beginning',
      file: 'a.glb',
      bytes: glb((json) => {
        json.bufferViews![0].byteOffset = -4;
      }),
      error: /covers bytes/,
    },
    {
      what: 'an index past the vertices',
      file: 'a.glb',
      bytes: glb((json, builder) => {
        json.meshes![0].primitives[0].indices = builder.addAccessor(Uint16Array.of(0, 1, 9), 'SCALAR');
      }),
      error: /9/,
    },
    {
      what: 'NaN positions',
      file: 'a.glb',
      bytes: binary((bin) => {
        bin[4] = Number.NaN;
      }),
      error: /finite/,
    },
    {
      what: 'infinite positions',
      file: 'a.glb',
      bytes: binary((bin) => {
        bin[0] = Number.POSITIVE_INFINITY;
      }),
      error: /finite/,
    },
    {
      what: 'positions that overflow on their way to the scene',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes![0].scale = [1e300, 1e300, 1e300];
      }),
      error: /finite|far|large/,
    },
    { what: 'zero-area soup', file: 'a.glb', bytes: binary((bin) => bin.fill(0)) },
    {
      what: 'a mesh without primitives',
      file: 'a.glb',
      bytes: glb((json) => {
        json.meshes![0].primitives = [];
      }),
      error: /io\/|^/,
      mayPass: true,
    },
    {
      what: 'nothing at all',
      file: 'a.gltf',
      bytes: encodeText('{"asset":{"version":"2.0"}}'),
      error: /io\//,
      mayPass: true,
    },
    { what: 'a missing buffer', file: 'a.gltf', bytes: withUri('gone.bin'), error: /gone\.bin/ },
    {
      what: 'a buffer above the folder',
      file: 'a.gltf',
      bytes: withUri('../../etc/passwd'),
      error: /refuses to open/,
    },
    {
      what: 'a buffer above the folder, encoded',
      file: 'a.gltf',
      bytes: withUri('%2e%2e/%2e%2e/etc/passwd'),
      error: /refuses to open/,
    },
    {
      what: 'a buffer above the folder, backwards',
      file: 'a.gltf',
      bytes: withUri('..\\..\\secret'),
      error: /refuses to open/,
    },
    { what: 'an absolute path', file: 'a.gltf', bytes: withUri('/etc/passwd'), error: /refuses to open/ },
    { what: 'a drive', file: 'a.gltf', bytes: withUri('C:/windows/win.ini'), error: /refuses to open/ },
    {
      what: 'another scheme',
      file: 'a.gltf',
      bytes: withUri('file:///etc/passwd'),
      error: /refuses to open/,
    },
    {
      what: 'the network',
      file: 'a.gltf',
      bytes: withUri('https://example.org/a.bin'),
      error: /refuses to open/,
    },
    {
      what: 'a data URI shorter than it says',
      file: 'a.gltf',
      bytes: withUri('data:application/octet-stream;base64,AAAA'),
      error: /claims 44 bytes, 3 are there/,
    },
    {
      what: 'a data URI that is no base 64',
      file: 'a.gltf',
      bytes: withUri('data:application/octet-stream;base64,@@@@'),
      error: /cannot be decoded/,
    },
    { what: 'a data URI without content', file: 'a.gltf', bytes: withUri('data:'), error: /no content/ },
    {
      what: 'a chain of 29,000 nodes',
      file: 'a.glb',
      bytes: encodeGlb(moving(chain(29_000, (i) => ({ name: `${i}`, translation: [0, 0.001, 0] })))),
      error: /nested 513 deep/,
    },
    {
      what: '29,000 joints of one name',
      file: 'a.glb',
      bytes: encodeGlb(moving(star(29_000, () => ({ name: 'a', translation: [0, 0.001, 0] })))),
    },
    {
      what: '60 chains of 500 joints',
      file: 'a.glb',
      bytes: encodeGlb(
        moving(
          Array.from({ length: 29_500 }, (_, i) => ({
            name: `${i}`,
            ...(i % 500 < 499 && { children: [i + 1] }),
          })),
        ),
      ),
    },
    {
      what: 'a chain of 500 nodes with 40 meshes each',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes = chain(500, () => ({ mesh: 0 }));
        for (const node of [...json.nodes]) {
          for (let i = 0; i < 39; i++)
            node.children = [...(node.children ?? []), json.nodes.push({ mesh: 0 }) - 1];
        }
      }),
    },
    {
      what: '100,000 nodes',
      file: 'a.glb',
      bytes: glb((json) => {
        json.nodes = chain(100_000, () => ({}));
      }),
      error: /100000 nodes, the limit/,
    },
    {
      what: '29,000 nodes that show one large mesh',
      file: 'a.glb',
      bytes: encodeGlb(manyTimes(29_000)),
      error: /limit/,
    },
    {
      what: '200,000 parts',
      file: 'a.glb',
      bytes: glb((json, builder) => {
        const [primitive] = json.meshes![0].primitives;
        json.meshes![0].primitives = Array.from({ length: 200 }, () => primitive);
        const input = builder.addAccessor(Float32Array.of(0, 1), 'SCALAR', { bounds: true });
        const output = builder.addAccessor(new Float32Array(6), 'VEC3');
        json.nodes = star(1000, () => ({ mesh: 0 }));
        builder.add('animations', {
          samplers: [{ input, output }],
          channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        });
      }),
      error: /200000 parts, the limit/,
    },
    { what: 'a document as .gltf', file: 'a.gltf', bytes: gltfText(tube) },
  ];
}

/** Nodes around one in the middle. */
function star(count: number, node: (i: number) => GltfNode): GltfNode[] {
  const nodes = Array.from({ length: count }, (_, i) => node(i));
  nodes[0] = { ...nodes[0], children: nodes.map((_, i) => i).slice(1) };
  return nodes;
}

/** Nodes that all turn. */
function moving(nodes: GltfNode[]): GltfSource {
  const builder = createGltfBuilder();
  builder.json.nodes = nodes;
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  builder.json.scenes![0].nodes = nodes.map((_, i) => i).filter((i) => !children.has(i));
  const input = builder.addAccessor(Float32Array.of(0, 1), 'SCALAR', { bounds: true });
  const output = builder.addAccessor(Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0), 'VEC4');
  builder.add('animations', {
    samplers: [{ input, output }],
    channels: nodes.map((_, node) => ({ sampler: 0, target: { node, path: 'rotation' as const } })),
  });
  return builder.finish();
}

/** One mesh of 10,000 vertices under many nodes: each use is small, all of them are 290 million. */
function manyTimes(count: number): GltfSource {
  const builder = createGltfBuilder();
  const POSITION = builder.addAccessor(new Float32Array(30_000), 'VEC3', { usage: 'vertex', bounds: true });
  builder.add('meshes', { primitives: [{ attributes: { POSITION } }] });
  builder.json.nodes = Array.from({ length: count }, () => ({ mesh: 0 }));
  builder.json.scenes![0].nodes = builder.json.nodes.map((_, i) => i);
  return builder.finish();
}
