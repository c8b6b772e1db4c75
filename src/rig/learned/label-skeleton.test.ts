import { describe, expect, it } from 'vitest';
import { countLimbs } from './decode-joints.js';
import { labelSkeleton } from './label-skeleton.js';
import { ROLES, type Role } from './role-tokens.js';

type Row = readonly [Role, 'm' | 'l' | 'r', number, number, number, number];

const leg = (pair: 'front' | 'hind', side: 'l' | 'r', from: number, z: number, first: number): Row[] => {
  const x = side === 'l' ? 0.1 : -0.1;
  return [
    [`${pair}UpperLeg`, side, from, x, 0.5, z],
    [`${pair}LowerLeg`, side, first, x, 0.3, z],
    [`${pair}Foot`, side, first + 1, x, 0.05, z],
  ];
};

/** What the network says: a horse with a tail. Role, side, parent, x, y, z. */
const NETWORK: readonly Row[] = [
  ['hips', 'm', -1, 0, 0.6, -0.3],
  ['spine', 'm', 0, 0, 0.6, 0],
  ['chest', 'm', 1, 0, 0.6, 0.3],
  ['neck', 'm', 2, 0, 0.8, 0.4],
  ['head', 'm', 3, 0, 0.95, 0.5],
  ...leg('front', 'l', 2, 0.3, 5),
  ...leg('front', 'r', 2, 0.3, 8),
  ...leg('hind', 'l', 0, -0.3, 11),
  ...leg('hind', 'r', 0, -0.3, 14),
  ['tail', 'm', 0, 0, 0.55, -0.4],
  ['tail', 'm', 17, 0, 0.4, -0.5],
];

const toRoleJoints = (rows: readonly Row[]) => ({
  parents: Int16Array.from(rows, (row) => row[2]),
  tokens: Uint8Array.from(rows, ([role, side]) => ROLES.indexOf(role) * 3 + 'mlr'.indexOf(side)),
  positions: rows.flatMap((row) => row.slice(3) as number[]),
});

const network = toRoleJoints(NETWORK);

/** What the shape shows, from the middle: no tail, an udder, every leg a little off. Parent, x, y, z. */
const SHAPE: readonly (readonly [number, number, number, number])[] = [
  [-1, 0, 0.62, 0.02],
  [0, 0, 0.61, 0.31],
  [1, 0, 0.82, 0.42],
  [2, 0, 0.97, 0.52],
  [0, 0, 0.6, -0.29],
  ...[1, -1].flatMap((side, i): [number, number, number, number][] => [
    [1, side * 0.11, 0.48, 0.31],
    [5 + 6 * i, side * 0.11, 0.04, 0.32],
    [4, side * 0.11, 0.5, -0.28],
    [7 + 6 * i, side * 0.11, 0.28, -0.28],
    [8 + 6 * i, side * 0.11, 0.05, -0.28],
    [0, side * 0.02, 0.42, -0.1],
  ]),
];

describe('the joints of a shape', () => {
  const shape = {
    parents: Int16Array.from(SHAPE, (row) => row[0]),
    positions: SHAPE.flatMap((row) => row.slice(1)),
  };
  const labelled = labelSkeleton(shape, network);

  it('are named by the limbs of the network that run along them, from the hips', () => {
    expect(countLimbs(labelled)).toMatchObject({ legs: 4, arms: 0, wings: 0, tails: 1, heads: 1 });
    expect(labelled.parents[0]).toBe(-1);
    expect(labelled.source[0]).toBe(4);
    expect(ROLES[Math.floor(labelled.tokens[0] / 3)]).toBe('hips');
    const foot = labelled.source.indexOf(9);
    expect(ROLES[Math.floor(labelled.tokens[foot] / 3)]).toBe('hindFoot');
    expect(labelled.tokens[foot] % 3).toBe(1);
  });

  it('that no limb claims are dropped', () => {
    expect(Array.from(labelled.source)).not.toContain(10);
    expect(Array.from(labelled.source)).not.toContain(16);
  });

  it('are joined by those of the network where a limb has no branch', () => {
    const added = Array.from(labelled.source.keys()).filter((j) => labelled.source[j] < 0);
    expect(added.map((j) => ROLES[Math.floor(labelled.tokens[j] / 3)])).toEqual(['tail', 'tail']);
    expect(labelled.parents[added[0]]).toBe(0);
    expect(labelled.parents[added[1]]).toBe(added[0]);
  });

  it('stay with a leg although the network draws a tail along it, which ends where it meets the leg', () => {
    const alongLeg = toRoleJoints([
      ...NETWORK.slice(0, 17),
      ['tail', 'm', 0, 0.02, 0.58, -0.36],
      ['tail', 'm', 17, 0.11, 0.45, -0.3],
      ['tail', 'm', 18, 0.11, 0.27, -0.285],
      ['tail', 'm', 19, 0.11, 0.06, -0.285],
    ]);
    const { parents, tokens, source } = labelSkeleton(shape, alongLeg);
    const roleOf = (j: number) => ROLES[Math.floor(tokens[j] / 3)];
    expect([7, 8, 9].map((branch) => roleOf(source.indexOf(branch)))).toEqual([
      'hindUpperLeg',
      'hindLowerLeg',
      'hindFoot',
    ]);
    expect(Array.from(parents.keys()).filter((j) => roleOf(j) === 'tail').length).toBe(1);
  });

  it('go to another leg of that side where the network writes one leg twice', () => {
    const twice = toRoleJoints([...NETWORK, ...leg('front', 'l', 2, 0.3, 19)]);
    const beside: typeof SHAPE = [
      [1, 0.11, 0.48, 0.25],
      [17, 0.11, 0.04, 0.25],
    ];
    const rows = [...SHAPE, ...beside];
    const { tokens, source } = labelSkeleton(
      { parents: Int16Array.from(rows, (row) => row[0]), positions: rows.flatMap((row) => row.slice(1)) },
      twice,
    );
    const roles = [5, 6, 17, 18].map((branch) => ROLES[Math.floor(tokens[source.indexOf(branch)] / 3)]);
    expect(roles).toEqual(['frontUpperLeg', 'frontFoot', 'frontUpperLeg', 'frontFoot']);
    expect([...source].filter((j) => j < 0).length).toBe(2);
  });
});

describe('an arm whose hand rests on the hip', () => {
  it('is that of the network where the shape attaches it at the hip', () => {
    const person = toRoleJoints([
      ['hips', 'm', -1, 0, 0, 0],
      ['chest', 'm', 0, 0, 0.25, 0],
      ['head', 'm', 1, 0, 0.4, 0],
      ['upperArm', 'l', 1, 0.1, 0.25, 0],
      ['lowerArm', 'l', 3, 0.16, 0.12, 0],
      ['hand', 'l', 4, 0.1, 0.03, 0.02],
    ]);
    const branch = [
      [0, 0.08, 0.02, 0.02],
      [3, 0.15, 0.1, 0],
      [4, 0.12, 0.22, 0],
    ];
    const rows = [[-1, 0, 0, 0], [0, 0, 0.2, 0], [1, 0, 0.38, 0], ...branch];
    const { tokens, source, parents } = labelSkeleton(
      { parents: Int16Array.from(rows, (row) => row[0]), positions: rows.flatMap((row) => row.slice(1)) },
      person,
    );
    const arm = ['upperArm', 'lowerArm', 'hand'].map((role) =>
      tokens.indexOf(ROLES.indexOf(role as Role) * 3 + 1),
    );
    expect(arm.map((j) => source[j])).toEqual([-1, -1, -1]);
    expect(source[parents[arm[0]]]).toBe(1);
  });
});

describe('a hand that came alone', () => {
  /** Fingers of two joints at these places, beside the palm. */
  const fingers = (places: readonly number[]): Row[] =>
    places.flatMap((x, i): Row[] => [
      ['finger', 'm', 0, x, 0.1, 0],
      ['finger', 'm', 1 + 2 * i, 1.5 * x, 0.4, 0],
    ]);

  it('has the fingers that the shape shows, on one palm, though the network writes two of them in one place', () => {
    const hand = toRoleJoints([['hand', 'm', -1, 0, -0.3, 0], ...fingers([-0.2, -0.1, -0.1, 0.2])]);
    const places = [-0.3, -0.1, 0.1, 0.3];
    const rows = [
      [-1, 0, -0.25, 0],
      [0, 0, 0, 0],
      ...places.flatMap((x, i) => [
        [1, x, 0.12, 0],
        [2 + 2 * i, x, 0.4, 0],
      ]),
    ];
    const { tokens, source, parents } = labelSkeleton(
      { parents: Int16Array.from(rows, (row) => row[0]), positions: rows.flatMap((row) => row.slice(1)) },
      hand,
    );
    const isFinger = (j: number) => ROLES[Math.floor(tokens[j] / 3)] === 'finger';
    const starts = Array.from(parents.keys()).filter((j) => isFinger(j) && !isFinger(parents[j]));
    expect(starts.map((j) => source[j]).sort()).toEqual([2, 4, 6, 8]);
    expect(starts.map((j) => parents[j])).toEqual([0, 0, 0, 0]);
    expect(parents.length).toBe(9);
  });
});
