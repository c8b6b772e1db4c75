import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { PICTURE } from '../../../test/samples/fbx-sample.js';
import { BAR_DAE, encodeText, memoryContext } from '../../../test/samples/formats.js';
import { expectValidGlb } from '../../../test/support/valid-glb.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { READ_LIMITS } from '../limits.js';
import { modelRig } from '../model.js';
import { readModel } from '../read.js';
import { createBudget } from '../read-budget.js';
import { parseXml } from './parse-xml.js';
import { readDae } from './read-dae.js';

const picture = Uint8Array.from(atob(PICTURE), (char) => char.charCodeAt(0));
const model = () => readModel('bar.dae', encodeText(BAR_DAE), { resolve: async () => picture });

describe('readDae', () => {
  it('reads mesh, skin, clip, material and picture, in metres with Y up', async () => {
    const { mesh, skeleton, clips, source, findings } = await model();
    expect(findings).toEqual([]);
    expect(Math.max(...mesh.positions)).toBeCloseTo(0.2, 6);
    expect(mesh.positions[mesh.positions.length - 2]).toBeCloseTo(0.2, 6);
    expect(skeleton!.names).toEqual(['low', 'high']);
    expect([...skeleton!.rest].map((v) => +v.toFixed(6) + 0)).toEqual([0, 0, 0, 0, 0.1, 0]);
    expect(source.gltf.json.materials).toMatchObject([
      {
        name: 'Skin & bone',
        emissiveFactor: [0, expect.closeTo(0.214, 3), 0],
        pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
      },
    ]);
    expect(clips).toMatchObject([{ name: 'bar', times: Float32Array.of(0, 1) }]);
  });

  it('moves vertices as the file does', async () => {
    const read = await model();
    const posed = skinMesh(modelRig(read)!, read.clips[0].poses[1]);
    // The top row turned by 90° about X of the file: from (x, 0, 20) to (x, −10, 10) with Z up.
    const top = read.mesh.positions.findIndex((v, i) => i % 3 === 1 && v > 0.19) - 1;
    expect([...posed.subarray(top + 1, top + 3)].map((v) => +v.toFixed(5))).toEqual([0.1, 0.1]);
  });

  it('is written as a valid GLB', async () => {
    const again = await expectValidGlb(await model(), { normals: 'keep' });
    expect(again.clips).toHaveLength(1);
  });

  it('reads numbers with a decimal comma', async () => {
    const comma = BAR_DAE.replace(/(?<=>|\s)(\d+)(?=\s|<)/g, '$1,0').replace('meter="0.01"', 'meter="0,01"');
    const plain = (await model()).mesh.positions;
    const read = await readModel('bar.dae', encodeText(comma), { resolve: async () => picture });
    expect([...read.mesh.positions]).toEqual([...plain]);
  });

  it('reads animations that move the same as clips of their own, each with its own samplers', async () => {
    const [bend] = /<animation id="bend">.*?<\/animation>/s.exec(BAR_DAE)!;
    const other = bend.replace('"bend"', '"twist" name="Twist"').replace('0 90', '0 45');
    const two = BAR_DAE.replace(bend, bend + other);
    const { clips } = await readModel('bar.dae', encodeText(two), { resolve: async () => picture });
    expect(clips.map(({ name }) => name)).toEqual(['bend', 'Twist']);
    const angles = clips.map(({ poses }) => 2 * Math.acos(Math.abs(poses[1].rotations[7])) * (180 / Math.PI));
    expect(angles.map((angle) => Math.round(angle))).toEqual([90, 45]);
  });

  it('leaves an animation without keys out', async () => {
    const read = await readModel('bar.dae', encodeText(BAR_DAE.replace('source="#t"', 'source="#gone"')));
    expect(read.clips).toEqual([]);
    expect(read.findings.map(({ code }) => code)).toContain('channels-not-read');
  });

  it('reads a ZAE, with the picture in it', async () => {
    const zae = zipSync({ 'inner/bar.dae': strToU8(BAR_DAE), 'inner/skin.png': picture });
    const read = await readModel('bar.zae', zae);
    expect(read.findings).toEqual([]);
    expect(read.source.gltf.json.images).toHaveLength(1);
    await expect(readModel('bar.zae', zipSync({ a: picture }))).rejects.toThrow(/has no .dae/);
  });

  it('says what is missing and what is wrong', async () => {
    const context = memoryContext('bar.dae');
    await readDae(encodeText(BAR_DAE.replace('>low high<', '>low hand<')), context);
    expect(context.findings.map(({ code }) => code)).toEqual(['missing-file', 'skin-not-read']);
    const bad = (from: string, to: string) =>
      readDae(encodeText(BAR_DAE.replace(from, to)), memoryContext('bar.dae'));
    await expect(bad('2 1 3 1 5 0', '2 1 3 1 9 0')).rejects.toThrow('position 9 of 6');
    await expect(bad('<vcount>4 4<', '<vcount>4 400<')).rejects.toThrow(/more corners/);
    await expect(bad('count="6" stride="3"', 'count="6" stride="0"')).rejects.toThrow(/stride 0/);
    await expect(bad('</COLLADA>', '')).rejects.toThrow('never closes "COLLADA"');
  });
});

describe('parseXml', () => {
  const parse = (text: string) => parseXml(encodeText(text), createBudget(READ_LIMITS), 'test');

  it('reads names, attributes, text and CDATA, and expands no entity of the file', () => {
    const root = parse(
      '<!DOCTYPE a [<!ENTITY b "bomb">]><n:a x="1 &lt; 2"><b/>t&#65;&b;<![CDATA[<c>]]></n:a>',
    );
    expect(root).toMatchObject({ name: 'a', text: 'tA&b;<c>', children: [{ name: 'b' }] });
    expect(root.attributes.get('x')).toBe('1 < 2');
  });

  it('refuses what does not close', () => {
    expect(() => parse('<a><b></a>')).toThrow('closes "a", which is not open');
    expect(() => parse('<a')).toThrow(/ends inside a tag/);
    expect(() => parse('<a>'.repeat(300))).toThrow(/nested deeper/);
    expect(() => parse('')).toThrow(/no element/);
  });
});
