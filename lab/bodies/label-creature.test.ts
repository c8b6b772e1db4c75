import { describe, expect, it } from 'vitest';
import { CREATURE_KINDS } from '../creatures/creature-record.js';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { labelCreature } from './label-creature.js';

/** Legs, arms, wings, side fins, tentacles, tails; all have one head. An insect's abdomen is no tail. */
const COUNTS: Record<(typeof CREATURE_KINDS)[number], readonly number[]> = {
  biped: [2, 2, 0, 0, 0, 0],
  quadruped: [4, 0, 0, 0, 0, 1],
  bird: [2, 0, 2, 0, 0, 1],
  fish: [0, 0, 0, 4, 0, 1],
  snake: [0, 0, 0, 0, 0, 1],
  spider: [8, 0, 0, 0, 0, 0],
  insect: [6, 0, 4, 0, 0, 0],
  dragon: [4, 0, 2, 0, 0, 1],
  octopus: [0, 0, 0, 0, 8, 0],
  raptor: [2, 2, 0, 0, 0, 1],
  lizard: [4, 0, 0, 0, 0, 1],
  frog: [4, 0, 0, 0, 0, 0],
  bat: [2, 0, 2, 0, 0, 0],
};

describe('labelCreature', () => {
  it.each(CREATURE_KINDS)('counts the limbs of a %s as its plan does', (kind) => {
    const { counts, roles } = labelCreature(sketchCreature(kind, { seed: 2 }));
    expect(counts && Object.values(counts)).toEqual([...COUNTS[kind], 1]);
    expect(roles.filter((role) => role === 'other')).toEqual([]);
    expect(roles[0]).toBe('hips');
  });

  it('tells front and hind, left and right, segments', () => {
    const { skeleton, roles, sides } = labelCreature(sketchCreature('quadruped', { seed: 2 }));
    const of = (name: string) => {
      const j = skeleton!.names.indexOf(name);
      return `${sides[j]} ${roles[j]}`;
    };
    expect(of('leftFrontLowerLeg')).toBe('left frontLowerLeg');
    expect(of('rightHindAnkle')).toBe('right hindFoot');
    expect(of('rightEar')).toBe('right ear');
    expect(of('chest')).toBe('middle chest');
    expect(of('neck2')).toBe('middle neck');
  });
});
