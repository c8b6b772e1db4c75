import { describe, expect, it } from 'vitest';
import type { Rig } from '../../src/rig/rig-records.js';
import type { Creature } from '../creatures/creature-record.js';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { turnRig } from './find-facing.js';
import { labelRig } from './label-rig.js';
import type { LabelledBody } from './labelled-body.js';

const FACTS = { name: 'x', family: 'x', source: 'test' };

function label(rig: Rig, category?: string): LabelledBody {
  const body = labelRig(rig, { ...FACTS, category });
  if ('reason' in body) throw new Error(body.reason);
  return body;
}

/** A creature whose joints have other names. */
function renamed({ rig }: Creature, rename: (name: string) => string): Rig {
  return { ...rig, skeleton: { ...rig.skeleton, names: rig.skeleton.names.map(rename) } };
}

function roleOf({ skeleton, roles, sides }: LabelledBody, name: string): string {
  const j = skeleton!.names.indexOf(name);
  return `${sides[j]} ${roles[j]}`;
}

const horse = sketchCreature('quadruped', { seed: 4 });
const raptor = sketchCreature('raptor', { seed: 4 });

describe('labelRig', () => {
  it('takes the start of a hind leg for what it is, whatever it is called', () => {
    const body = label(renamed(horse, (name) => name.replace('HindUpperLeg', 'BackShoulder')));
    expect(roleOf(body, 'leftBackShoulder')).toBe('left hindUpperLeg');
    expect(body.counts).toMatchObject({ legs: 4, arms: 0 });
  });

  it('knows the knee of a leg with three upper joints', () => {
    const body = label(
      renamed(horse, (name) =>
        name
          .replace('HindLowerLeg', 'BackUpperLeg')
          .replace('HindUpperLeg', 'BackLeg')
          .replace('HindAnkle', 'BackLowerLeg'),
      ),
    );
    // The pelvis is missing here: two upper joints stay two.
    expect(roleOf(body, 'leftBackUpperLeg')).toBe('left hindUpperLeg');
    const front = label(
      renamed(horse, (name) =>
        name.replace('FrontLowerLeg', 'FrontUpperLeg2').replace('FrontAnkle', 'FrontLowerLeg'),
      ),
    );
    expect(roleOf(front, 'leftFrontUpperLeg2')).toBe('left frontLowerLeg');
    expect(roleOf(front, 'leftFrontLowerLeg')).toBe('left frontFoot');
  });

  it('drops a root on the floor even where a vertex follows it', () => {
    const { skeleton, skin, mesh } = horse.rig;
    const rig: Rig = {
      mesh,
      skeleton: {
        names: ['root', ...skeleton.names],
        parents: Int16Array.from([-1, ...skeleton.parents.map((parent) => parent + 1)]),
        rest: Float32Array.from([0, 0, 0, ...skeleton.rest]),
        frames: Float32Array.from([0, 0, 0, 1, ...skeleton.frames]),
      },
      skin: { ...skin, joints: skin.joints.map((j, i) => (i < 3 ? 0 : j + 1)) },
    };
    expect(label(rig).skeleton!.names[0]).toBe('hips');
  });

  it('makes front legs of arms that stand on the ground, and arms of front legs that hang', () => {
    const standing = label(
      renamed(horse, (name) => name.replace(/Front(\w+)Leg/, '$1Arm').replace('Front', '')),
    );
    expect(roleOf(standing, 'rightLowerArm')).toBe('right frontLowerLeg');
    expect(standing.counts).toMatchObject({ legs: 4, arms: 0, tails: 1 });
    const hanging = label(
      renamed(raptor, (name) => name.replace(/(Upper|Fore)Arm/, 'Front$1Leg').replace('Hand', 'FrontFoot')),
    );
    expect(roleOf(hanging, 'leftFrontUpperLeg')).toBe('left upperArm');
    expect(hanging.counts).toMatchObject({ legs: 2, arms: 2 });
  });

  it.each([1, 2, 3])('turns a body that is turned by %i quarters back', (quarters) => {
    const { mesh, roles, sides, counts } = label(turnRig(horse.rig, quarters));
    const straight = label(horse.rig);
    expect(Math.abs(mesh.positions[0] - horse.rig.mesh.positions[0])).toBeLessThan(1e-6);
    expect(Math.abs(mesh.positions[2] - horse.rig.mesh.positions[2])).toBeLessThan(1e-6);
    expect([roles, sides, counts]).toEqual([straight.roles, straight.sides, straight.counts]);
  });

  it('gives sides by position where names are swapped on a body whose feet tell where it faces', () => {
    const swapped = renamed(horse, (name) =>
      name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left'),
    );
    expect(roleOf(label(swapped), 'rightFrontFoot')).toBe('left frontFoot');
  });

  it('reads the shape where names say nothing and the category agrees', () => {
    let n = 0;
    const nameless = renamed(horse, () => `Bone.${n++}`);
    const body = label(nameless, 'quadruped');
    expect(body.counts).toMatchObject({ legs: 4, tails: 1, heads: 1 });
    expect(labelRig(nameless, { ...FACTS, category: 'bird' })).toHaveProperty('reason');
    expect(labelRig(nameless, FACTS)).toHaveProperty('reason');
  });

  it('drops joints that move nothing and keeps one tree', () => {
    const { rig } = horse;
    // The root moves nothing any more: its surface follows the tail.
    const tail = rig.skeleton.names.indexOf('tail1');
    const joints = rig.skin.joints.map((j) => (j === 0 ? tail : j));
    const body = label({ ...rig, skin: { ...rig.skin, joints } });
    expect(body.skeleton!.names).not.toContain('hips');
    expect([...body.skeleton!.parents].filter((parent) => parent < 0)).toHaveLength(1);
    expect(body.counts).toMatchObject({ legs: 4, tails: 1 });
    expect(roleOf(body, 'leftHindFoot')).toBe('left hindFoot');
  });

  it('refuses rigs that say nothing of a body', () => {
    const names = ['Track1.L', 'Track2.L', 'Track3.L'];
    let n = 0;
    expect(
      labelRig(
        renamed(horse, () => `${names[n++ % 3]}${n}`),
        FACTS,
      ),
    ).toEqual({
      reason: 'its joint names say nothing',
    });
  });
});
