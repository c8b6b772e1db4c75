import { describe, expect, it } from 'vitest';
import { sampleOfKind } from '../../../test/support/creatures.js';
import type { SampleKind } from '../../io/samples.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { renumberBodyPlan } from '../body-plan/renumber-body-plan.js';
import { toUnknownBody } from '../body-plan/unknown-body.js';
import { rerootSkeleton } from '../edit/reroot-skeleton.js';
import { findSkeleton } from '../find/find-skeleton.js';
import { type NameConvention, nameBody } from '../names/name-conventions.js';
import { jointCount } from '../rig-records.js';
import { applyPreset } from './apply-preset.js';
import type { PlannedSkeleton } from './plan-draft.js';
import type { Preset } from './preset-table.js';

/** A creature with its own skeleton, or with one that is found in its mesh. */
function read(kind: SampleKind, found = false) {
  const { mesh, skeleton: own } = sampleOfKind(kind).rig;
  const skeleton = found ? findSkeleton(mesh, { resolution: 96 }).skeleton : own;
  const body = findBodyPlan(mesh, skeleton);
  const { skeleton: rooted, source } = rerootSkeleton(skeleton, body.plan.spine[0]);
  const confidence = new Float32Array(jointCount(skeleton)).fill(0.5);
  return { mesh, planned: { skeleton: rooted, body: renumberBodyPlan(body, source), confidence } };
}

const biped = read('biped');
const found = read('biped', true);

/** Names with their parents. */
function treeOf(
  { mesh, planned }: { mesh: Parameters<typeof applyPreset>[1]; planned: PlannedSkeleton },
  preset: Preset,
  convention: NameConvention,
) {
  const { skeleton, body } = applyPreset(planned, mesh, preset, convention);
  const { names } = nameBody(body, skeleton, convention);
  return new Map(names.map((name, j) => [name, names[skeleton.parents[j]] ?? '']));
}

const sides = (words: readonly string[]) => words.flatMap((word) => [`Left${word}`, `Right${word}`]);
const small = (words: readonly string[]) => words.flatMap((word) => [`left${word}`, `right${word}`]);

/** Required by Unity's Humanoid avatar, and by VRM 1.0 under its own spelling. */
const REQUIRED = ['UpperLeg', 'LowerLeg', 'Foot', 'UpperArm', 'LowerArm', 'Hand'];
const MIXAMO = [
  ...['Hips', 'Spine', 'Spine1', 'Spine2', 'Neck', 'Head', 'HeadTop_End'],
  ...sides(['Shoulder', 'Arm', 'ForeArm', 'Hand', 'UpLeg', 'Leg', 'Foot', 'ToeBase', 'Toe_End']),
].map((name) => `mixamorig:${name}`);
const UNREAL = [
  ...['pelvis', 'spine_01', 'spine_02', 'spine_03', 'neck_01', 'head'],
  ...['clavicle', 'upperarm', 'lowerarm', 'hand', 'thigh', 'calf', 'foot', 'ball'].flatMap((bone) => [
    `${bone}_l`,
    `${bone}_r`,
  ]),
];
const isFinger = (name: string) => /thumb|index|middle|ring|pinky|little/i.test(name);

describe('a humanoid', () => {
  it.each([
    ['its own skeleton', biped],
    ['a found skeleton', found],
  ])("has exactly Mixamo's joints, from %s", (_, body) => {
    const tree = treeOf(body, 'humanoid', 'mixamo');
    expect([...tree.keys()].filter((name) => !isFinger(name)).sort()).toEqual([...MIXAMO].sort());
    const fingers = [...tree.keys()].filter(isFinger).length;
    // Five fingers of four joints, the last of which is an end, on each hand; or none.
    expect([0, 24, 32, 40]).toContain(fingers);
    for (const [child, parent] of [
      ['Spine', 'Hips'],
      ['Spine2', 'Spine1'],
      ['Neck', 'Spine2'],
      ['Head', 'Neck'],
      ['HeadTop_End', 'Head'],
      ['LeftShoulder', 'Spine2'],
      ['LeftArm', 'LeftShoulder'],
      ['RightHand', 'RightForeArm'],
      ['LeftUpLeg', 'Hips'],
      ['RightToeBase', 'RightFoot'],
      ['RightToe_End', 'RightToeBase'],
    ]) {
      expect(tree.get(`mixamorig:${child}`)).toBe(`mixamorig:${parent}`);
    }
  });

  it.each([
    ['unity', ['Hips', 'Spine', 'Head', ...sides(REQUIRED)]],
    ['vrm', ['hips', 'spine', 'head', ...small(REQUIRED)]],
    ['godot', ['Hips', 'Spine', 'Head', ...sides(REQUIRED)]],
  ] as const)('has the bones that %s requires, and its optional ones', (convention, required) => {
    for (const body of [biped, found]) {
      const tree = treeOf(body, 'humanoid', convention);
      expect([...tree.keys()]).toEqual(expect.arrayContaining([...required]));
      const spelled = (name: string) =>
        convention === 'vrm' ? name.charAt(0).toLowerCase() + name.slice(1) : name;
      const optional = ['Chest', 'UpperChest', 'Neck', 'Jaw', ...sides(['Shoulder', 'Toes'])].map(spelled);
      const known = new Set([...required, ...optional]);
      expect([...tree.keys()].filter((name) => !known.has(name) && !isFinger(name))).toEqual([]);
      expect(tree.get(spelled('LeftUpperArm'))).toBe(spelled('LeftShoulder'));
      expect(tree.get(spelled('LeftShoulder'))).toBe(spelled('UpperChest'));
      expect(tree.get(spelled('RightUpperLeg'))).toBe(spelled('Hips'));
    }
  });

  it("has the bones of Unreal's mannequin", () => {
    for (const body of [biped, found]) {
      const tree = treeOf(body, 'humanoid', 'unreal');
      expect([...tree.keys()].filter((name) => !isFinger(name)).sort()).toEqual([...UNREAL].sort());
      expect(tree.get('clavicle_l')).toBe('spine_03');
      expect(tree.get('thigh_r')).toBe('pelvis');
      expect(tree.get('ball_l')).toBe('foot_l');
    }
  });

  it('stands where the body is: knees between hips and feet, toes in front, sides mirrored', () => {
    for (const { mesh, planned } of [biped, found]) {
      const { skeleton, body } = applyPreset(planned, mesh, 'humanoid');
      const at = (j: number, k: number) => skeleton.rest[j * 3 + k];
      for (const [hip, knee, ankle, toe] of body.plan.legs) {
        expect(at(hip, 1)).toBeGreaterThan(at(knee, 1));
        expect(at(knee, 1)).toBeGreaterThan(at(ankle, 1));
        expect(at(toe, 2)).toBeGreaterThan(at(ankle, 2));
        expect(at(toe, 1)).toBeLessThan(at(ankle, 1) + 1e-3);
      }
      const heights = [...body.plan.spine, ...body.plan.neck, body.plan.head].map((j) => at(j, 1));
      expect(heights).toEqual([...heights].sort((a, b) => a - b));
      body.partner.forEach((other, j) => {
        expect(at(j, 0)).toBeCloseTo(-at(other, 0), 1);
      });
    }
  });

  it('loses its tail, and says so', () => {
    const { mesh, planned } = read('raptor');
    const { body, findings } = applyPreset(planned, mesh, 'humanoid');
    expect(body.plan.tail).toEqual([]);
    expect(findings[0]).toMatchObject({ code: 'preset-merged', message: expect.stringMatching(/tail/) });
  });
});

describe('other presets', () => {
  it.each(['quadruped', 'lizard'] as const)('give a %s our quadruped', (kind) => {
    const tree = treeOf(read(kind), 'quadruped', 'native');
    const legs = ['FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot'];
    const names = [
      ...['hips', 'spine1', 'spine2', 'chest', 'neck1', 'neck2', 'head'],
      ...['tail1', 'tail2', 'tail3', 'tail4'],
      ...small([...legs, ...legs.map((name) => name.replace('Front', 'Hind'))]),
    ];
    const more = new Set(['jaw', 'leftEar', 'rightEar']);
    expect([...tree.keys()].filter((name) => !more.has(name)).sort()).toEqual(names.sort());
    expect(tree.get('leftFrontUpperLeg')).toBe('chest');
    expect(tree.get('rightHindUpperLeg')).toBe('hips');
    expect(tree.get('tail1')).toBe('hips');
  });

  it('give a bird legs, wings and a tail', () => {
    const tree = treeOf(read('bird'), 'bird', 'native');
    expect([...tree.keys()].sort()).toEqual(
      [
        ...['hips', 'spine1', 'chest', 'neck1', 'neck2', 'head', 'tail1', 'tail2'],
        ...small(['UpperLeg', 'LowerLeg', 'Foot', 'Wing1', 'Wing2', 'Wing3']),
        ...[...tree.keys()].filter((name) => name === 'jaw'),
      ].sort(),
    );
    expect(tree.get('leftWing1')).toBe('chest');
  });

  it.each([
    ['quadruped', 'humanoid', /a body with 4 legs cannot be a humanoid: that has 2 legs/],
    ['bird', 'humanoid', /a body without arms cannot be a humanoid: that has 2 arms/],
    ['biped', 'quadruped', /a body with 2 legs cannot be a quadruped: that has 4 legs/],
    ['snake', 'bird', /a body without legs cannot be a bird/],
  ] as const)('refuse a %s as a %s, with the reason', (kind, preset, reason) => {
    const { mesh, planned } = read(kind);
    expect(() => applyPreset(planned, mesh, preset)).toThrow(reason);
  });

  it('refuse what is no body, and list what there is', () => {
    const { mesh, planned } = biped;
    const unknown = { ...planned, body: toUnknownBody(planned.body, 'it is a pot') };
    expect(() => applyPreset(unknown, mesh, 'humanoid')).toThrow(/not recognised as a body: it is a pot/);
    expect(() => applyPreset(planned, mesh, 'centaur' as Preset)).toThrow(/humanoid, quadruped, bird/);
  });
});
