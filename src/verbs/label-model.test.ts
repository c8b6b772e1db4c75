import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import type { Model } from '../io/model.js';
import { kindOf, legs, tail } from '../rig/anatomy/views.js';
import type { Skeleton } from '../rig/rig-records.js';
import { labelModel } from './label-model.js';

const horse: Model = { ...sampleCreature('cat').model, anatomy: undefined };
const own = horse.skeleton as Skeleton;

/** The model with other joints, and nothing known of them. */
const given = (skeleton: Skeleton, mesh = horse.mesh): Model => ({
  ...horse,
  mesh,
  skeleton,
  anatomy: undefined,
});

const nameless = own.names.map((_, j) => `Bone.${j}`);
const turn = (points: Float32Array) =>
  points.map((_, i) => [points[i + 2], points[i], -points[i - 2]][i % 3]);

describe('labelModel', () => {
  it('finds legs, tail and facing of a horse that nobody named, whichever way it stands', async () => {
    const skeleton = { ...own, names: nameless, rest: turn(own.rest) };
    const { anatomy } = await labelModel(
      given(skeleton, { ...horse.mesh, positions: turn(horse.mesh.positions) }),
    );
    expect(kindOf(anatomy!)).toBe('quadruped');
    expect(legs(anatomy!).length).toBe(4);
    expect(tail(anatomy!).length).toBeGreaterThan(1);
    expect(anatomy!.forward).toEqual([1, 0, 0]);
    expect(anatomy!.from).toBe('network');
  });

  it('knows joints that move nothing beside the feet for controls', async () => {
    const count = own.parents.length;
    const chains = legs((await labelModel(given({ ...own, names: nameless }))).anatomy!);
    const feet = chains.map((leg) => leg[leg.length - 1]);
    const skeleton: Skeleton = {
      names: [...nameless, ...feet.map((_, i) => `IK.${i}`)],
      parents: Int16Array.from([...own.parents, ...feet.map(() => 0)]),
      rest: Float32Array.from([
        ...own.rest,
        ...feet.flatMap((j) => [...own.rest.subarray(j * 3, j * 3 + 3)]),
      ]),
      frames: Float32Array.from([...own.frames, ...feet.flatMap(() => [0, 0, 0, 1])]),
    };
    const { anatomy } = await labelModel(given(skeleton));
    expect(chains.map((leg, i) => leg.includes(anatomy!.moves[count + i]))).toEqual(chains.map(() => true));
    expect(
      legs(anatomy!)
        .flat()
        .every((j) => j < count),
    ).toBe(true);
  });

  it('leaves what a file says, and a rig of ours by its names', async () => {
    const said = (await labelModel(given(own))).anatomy!;
    expect(await labelModel({ ...horse, anatomy: said })).toMatchObject({ anatomy: said });
    expect(legs(said).length).toBe(4);
    expect((await labelModel({ ...horse, skeleton: undefined, skin: undefined })).anatomy).toBeUndefined();
  });
});
