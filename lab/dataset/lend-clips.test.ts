import { describe, expect, it } from 'vitest';
import type { SampleName } from '../../src/io/samples.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { convertModel } from './convert-model.js';
import { lendClips } from './lend-clips.js';
import type { PackedRig } from './pack-rig.js';

function pack(name: SampleName, category: string, family: string): PackedRig {
  const { model } = sampleCreature(name);
  const converted = convertModel({ file: `${family}.glb`, category, rigFamily: family }, model);
  if (!('rig' in converted)) throw new Error(converted.reason);
  return converted.rig;
}

const wolf = pack('wolf', 'quadruped', 'wolves');
const fox = pack('dog', 'quadruped', 'foxes');
const fish = pack('fish', 'fish', 'fish');
const lentTo = (rig: PackedRig) => rig.clips.filter(({ lentBy }) => lentBy !== undefined);

describe('lent clips', () => {
  it('go from family to family of one body plan, and say whose they are', () => {
    const [first, second, twin, alone] = lendClips([wolf, fox, { ...fox, name: 'twin' }, fish]);
    expect(lentTo(first).map(({ name, lentBy }) => [name, lentBy])).toEqual(
      expect.arrayContaining(fox.clips.map(({ name }) => [name, 'foxes'])),
    );
    expect(lentTo(second).every(({ lentBy }) => lentBy === 'wolves')).toBe(true);
    expect(lentTo(second)).toHaveLength(wolf.clips.length);
    expect(first.clips.slice(0, wolf.clips.length)).toEqual(wolf.clips);
    // One rig of a family is enough, and a fish has nobody to learn from.
    expect(lentTo(twin)).toEqual([]);
    expect(alone).toEqual(fish);
  });

  it('are the same poses on a body that is the same', () => {
    const [rig] = lendClips([wolf, { ...wolf, family: 'dogs' }], { frames: 1000 });
    for (const clip of lentTo(rig)) {
      const own = wolf.clips.find(({ name }) => name === clip.name)!;
      expect(clip.heights).toEqual(own.heights);
      const apart = clip.rotations.reduce((most, x, i) => Math.max(most, Math.abs(x - own.rotations[i])), 0);
      expect(apart).toBeLessThan(40);
    }
    expect(lentTo(rig)).toHaveLength(wolf.clips.length);
  });

  it('are few frames of few clips, the same for the same seed', () => {
    const lend = (seed: number) => lendClips([wolf, fox], { clips: 2, frames: 3, seed })[0];
    const lent = lentTo(lend(1));
    expect(lent.map(({ heights }) => heights.length)).toEqual([3, 3]);
    expect(lend(1)).toEqual(lend(1));
    expect(lentTo(lend(2))).not.toEqual(lent);
  });

  it('come from captured motion as well', () => {
    const { reading, ...rest } = fox;
    expect(reading).toBeDefined();
    const bare = { ...rest, rig: { ...fox.rig, hasSkin: new Uint8Array(fox.rig.hasSkin.length) } };
    const [rig] = lendClips([wolf, bare], { captured: 1 });
    expect(lentTo(rig)).toHaveLength(fox.clips.length);
    expect(lendClips([wolf, bare], { captured: 0 })[0].clips).toEqual(wolf.clips);
  });
});
