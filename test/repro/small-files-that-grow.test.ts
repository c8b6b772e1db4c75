/**
 * @file Small files that hung or took gigabytes, because limits were counted after the work: components of components, empty
 * XML elements, a document type of `>`, keys that many channels share, counts without bytes.
 */

import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createGltfBuilder } from '../../src/io/gltf/builder.js';
import { encodeGlb } from '../../src/io/gltf/container.js';
import { readModel } from '../../src/io/read.js';
import { encodeText } from '../samples/formats.js';

/** A 3MF of a model's XML. */
const threeMf = (xml: string): Uint8Array => zipSync({ '3D/3dmodel.model': encodeText(xml) });
const MESH = `<object id="0"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>
  <vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>`;
const model = (objects: string, built: number, before = ''): string =>
  `${before}<model><resources>${objects}</resources><build><item objectid="${built}"/></build></model>`;

/** Refused with these words, within seconds and half a gigabyte. */
async function expectRefusal(name: string, bytes: Uint8Array, words: RegExp) {
  const [start, before] = [performance.now(), process.memoryUsage().rss];
  await expect(readModel(name, bytes)).rejects.toThrow(words);
  expect(performance.now() - start).toBeLessThan(15_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(1500 << 20);
}

it('components that double with every level', async () => {
  const levels = Array.from(
    { length: 25 },
    (_, i) =>
      `<object id="${i + 1}"><components>${`<component objectid="${i}"/>`.repeat(2)}</components></object>`,
  );
  const bytes = threeMf(model(MESH + levels.join(''), 25));
  expect(bytes.length).toBeLessThan(1000);
  await expectRefusal('a.3mf', bytes, /places more than 30000 objects; raise maxNodes/);
});

it('15 million empty elements', async () => {
  const bytes = threeMf(model(`${MESH}${'<a/>'.repeat(15_000_000)}`, 0));
  expect(bytes.length).toBeLessThan(100_000);
  await expectRefusal('a.3mf', bytes, /unpacks to more than \d+ bytes.*raise maxMemory/);
});

it('a document type is skipped in one pass', async () => {
  const type = (inside: string) => `<!DOCTYPE a ${inside}>`;
  const declared = type('[ <!ENTITY b "1"> <!-- > ] --> <!ENTITY c "2"> ]');
  expect((await readModel('a.3mf', threeMf(model(MESH, 0, declared)))).mesh.triangles.length).toBe(3);
  const start = performance.now();
  await expect(
    readModel('a.3mf', threeMf(model(MESH, 0, type(`[${'>'.repeat(3_000_000)}`)))),
  ).rejects.toThrow(/ends inside its document type/);
  expect(performance.now() - start).toBeLessThan(3000);
});

it('an accessor of keys that every joint of every clip uses', async () => {
  const builder = createGltfBuilder();
  const [joints, clips, keys] = [500, 20, 3000];
  const input = builder.addAccessor(
    Float32Array.from({ length: keys }, (_, i) => i / 30),
    'SCALAR',
    { bounds: true },
  );
  const output = builder.addAccessor(
    Float32Array.from({ length: keys * 4 }, (_, i) => +(i % 4 === 3)),
    'VEC4',
  );
  for (let j = 0; j < joints; j++)
    builder.add('nodes', { ...(j + 1 < joints && j % 100 < 99 && { children: [j + 1] }) });
  builder.json.scenes![0].nodes = [0, 100, 200, 300, 400];
  builder.add('skins', { joints: Array.from({ length: joints }, (_, j) => j) });
  for (let c = 0; c < clips; c++) {
    const channels = Array.from({ length: joints }, (_, node) => ({
      sampler: 0,
      target: { node, path: 'rotation' as const },
    }));
    builder.add('animations', { name: `${c}`, channels, samplers: [{ input, output }] });
  }
  const bytes = encodeGlb(builder.finish());
  expect(bytes.length).toBeLessThan(1_000_000);
  await expectRefusal('a.glb', bytes, /claims \d+ keys over all channels/);
});

it('counts without bytes', async () => {
  const json = {
    asset: { version: '2.0' },
    accessors: [{ componentType: 5126, type: 'VEC3', count: 19_000_000 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
  };
  await expectRefusal('a.gltf', encodeText(JSON.stringify(json)), /claims 19000000 elements without bytes/);
});
