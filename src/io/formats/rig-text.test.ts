import { describe, expect, it } from 'vitest';
import { encodeText, RIG_TEXT } from '../../../test/samples/formats.js';
import { randomRig } from '../../../test/support/random-rig.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { READ_LIMITS } from '../limits.js';
import { readModel } from '../read.js';
import { encodeModel } from '../write.js';
import { parseRigText } from './parse-rig-text.js';
import { writeRigText } from './write-rig-text.js';

const parse = (text: string) => parseRigText(encodeText(text), READ_LIMITS);

describe('rigs as text', () => {
  it('puts joints in order, parents first, and their weights with them', () => {
    const { skeleton, skin } = parse(RIG_TEXT);
    expect(skeleton.names).toEqual(['hips', 'spine', 'head']);
    expect([...skeleton.parents]).toEqual([-1, 0, 1]);
    expect([...skeleton.rest].map((value) => Math.round(value * 1000) / 1000)).toEqual([
      0, 0.5, 0, 0, 0.7, 0.125, 0, 0.9, 0,
    ]);
    expect([...skin!.weights]).toEqual([1, 0, 0, 0, 0.75, 0.25, 0, 0, 1, 0, 0, 0]);
    expect([...skin!.joints]).toEqual([0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0]);
  });

  it('keeps the four strongest influences of a vertex, summing to 1', () => {
    const five = RIG_TEXT.replace(
      'skin 2',
      'joints a 0 0 0\njoints b 0 0 1\nhier hips a\nhier hips b\nskin 2 a 1 b 2 head 3 hips 4 spine 5',
    );
    const { skeleton, skin } = parse(five);
    const row = [...skin!.joints.subarray(8)].map((joint) => skeleton.names[joint]);
    expect(row).toEqual(['spine', 'hips', 'head', 'b']);
    expect([...skin!.weights.subarray(8)].map((w) => Math.round(w * 14))).toEqual([5, 4, 3, 2]);
  });

  it('reads back what it wrote', () => {
    const { skeleton, skin } = randomRig(40, 12, 4, 7);
    const back = parse(new TextDecoder().decode(writeRigText(skeleton, skin)));
    const order = back.skeleton.names.map((name) => skeleton.names.indexOf(name));
    expect(back.skeleton.names.length).toBe(12);
    order.forEach((j, i) => {
      expect(back.skeleton.rest.subarray(i * 3, i * 3 + 3)).toEqual(skeleton.rest.subarray(j * 3, j * 3 + 3));
      const parent = skeleton.parents[j];
      expect(back.skeleton.parents[i]).toBe(parent < 0 ? -1 : order.indexOf(parent));
    });
    const dense = (one: typeof skin, vertex: number, joint: number, map: (j: number) => number) => {
      let sum = 0;
      for (let k = vertex * one.influenceCount; k < (vertex + 1) * one.influenceCount; k++)
        if (map(one.joints[k]) === joint) sum += one.weights[k];
      return sum;
    };
    for (let v = 0; v < 40; v++)
      for (let j = 0; j < 12; j++)
        expect(dense(back.skin!, v, j, (i) => order[i])).toBeCloseTo(
          dense(skin, v, j, (i) => i),
          5,
        );
  });

  it('gives names of one word, each once', () => {
    const { skeleton } = randomRig(3, 3, 1, 1);
    const text = new TextDecoder().decode(writeRigText({ ...skeleton, names: ['left leg', 'left_leg', ''] }));
    expect(text.match(/joints (\S+)/g)).toEqual(['joints left_leg', 'joints left_leg_2', 'joints joint_2']);
  });

  it('becomes a model with a skeleton alone, and a valid GLB', async () => {
    const model = await readModel('rig.txt', encodeText(RIG_TEXT));
    expect(model.skeleton!.names).toEqual(['hips', 'spine', 'head']);
    expect(model.skeleton!.rest[4]).toBeCloseTo(0.7, 6);
    expect(model.findings.map(({ code }) => code)).toEqual(['weights-without-mesh']);
    const { files } = await encodeModel(model, 'rig.glb');
    await expectNoErrors(files[0].bytes);
    const again = await readModel('rig.glb', files[0].bytes);
    expect(again.skeleton!.names).toEqual(['hips', 'spine', 'head']);
  });
});
