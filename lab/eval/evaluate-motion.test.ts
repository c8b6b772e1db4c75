import { describe, expect, it } from 'vitest';
import { gaitOfName, isPlainGait } from '../../src/motion/gait-names.js';
import type { MotionMetrics } from '../../src/motion/measure/motion-metrics.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { chooseMotions, type MotionIndexRow, rowsToScan } from './choose-motions.js';
import { evaluateMotion, summarizeMotion } from './evaluate-motion.js';
import { type MotionRow, type MotionSubject, measureMotionClip } from './measure-motion-clip.js';
import { type GaitReading, readGaits } from './read-gaits.js';
import { createSampleMotion, listSampleMotions, WALKING_KINDS } from './sample-motions.js';

const creature = sampleCreature('wolf');
const walk = creature.clips.find(({ name }) => gaitOfName(name) !== undefined)!;
/** The walk, with feet that slide and sink in at times. */
const slipping: MotionSubject = {
  rig: creature.rig,
  clip: {
    ...walk,
    poses: walk.poses.map((pose, f) => ({
      ...pose,
      root: pose.root.map((x, k) => x + (k === 1 ? (f % 5 === 0 ? -0.03 : 0) : 0.03 * Math.sin(f))),
    })),
  },
  name: 'beast: walk',
  plan: 'quadruped',
  legs: 4,
};

it('names tell gaits, trunks and runes none', () => {
  expect(['Armature|Walk', 'run', 'Man_RunningJump', 'ZombieCrawl'].map(gaitOfName)).toEqual([
    'walk',
    'run',
    'run',
    'crawl',
  ]);
  expect(['trunk', 'rune', 'Idle', 'Walk|Death'].map(gaitOfName)).toEqual(Array(4).fill(undefined));
  expect(['Walk', 'Walk_Carry', 'RunningJump'].map(isPlainGait)).toEqual([true, false, false]);
});

describe('what walks', () => {
  it('is found by name, its legs by what they do', () => {
    const reading = readGaits(creature.rig, creature.clips)!;
    expect(reading).toMatchObject({ plan: 'quadruped', legs: 4 });
    expect(reading.clips[0].name).toBe(walk.name);
    expect(reading.clips[0].speed).toBeGreaterThan(0.1);
  });

  it('is found by what its feet do where names tell nothing', () => {
    const clips = creature.clips.map((clip, i) => ({ ...clip, name: `take ${i}` }));
    const index = creature.clips.indexOf(walk);
    expect(readGaits(creature.rig, clips)!.clips.map(({ name }) => name)).toContain(`take ${index}`);
  });

  it('is called a dinosaur where the index says so, and nothing where nothing walks', () => {
    expect(readGaits(creature.rig, [walk], 'dinosaur/reptilian')!.plan).toBe('dinosaur');
    const still = { ...walk, poses: walk.poses.map(() => walk.poses[0]) };
    expect(readGaits(creature.rig, [still])).toBeUndefined();
  });
});

describe('clips of a folder', () => {
  const row = (file: string, category: string, more: Partial<MotionIndexRow> = {}): MotionIndexRow => ({
    file,
    category,
    rigFamily: file,
    clipNames: ['Walk'],
    ...more,
  });
  const people = Array.from({ length: 20 }, (_, i) => row(`person-${i}`, 'human'));
  const spiders = [row('spider', 'arthropod'), row('crab', 'arthropod', { flatRig: true })];

  it('are looked at one a family, categories by turns, those without walks not at all', () => {
    const idle = row('statue', 'human', { clipNames: ['Idle'] });
    const twin = { ...people[0], file: 'twin' };
    const selected = rowsToScan([...people, twin, idle, ...spiders], 5).map(({ file }) => file);
    expect(selected).toHaveLength(5);
    expect(selected).toEqual(expect.arrayContaining(['spider', 'crab']));
    expect(selected).not.toContain('statue');
    expect(rowsToScan([people[0], twin], 5)).toHaveLength(1);
  });

  it('are taken by turns of body plans, second gaits last', () => {
    const gait = (name: string, speed: number) => ({ name, gait: name, speed });
    const reading = (plan: string, legs: number): GaitReading => ({
      plan,
      legs,
      clips: [gait('walk', 0.5), gait('run', 2)],
    });
    const scanned = [
      ...people.map((person) => ({ row: person, reading: reading('biped', 2) })),
      ...spiders.map((spider) => ({ row: spider, reading: reading('eight legs', 8) })),
    ];
    const chosen = chooseMotions(scanned, 8);
    expect(chosen).toHaveLength(8);
    expect(chosen.filter(({ plan }) => plan === 'eight legs')).toHaveLength(4);
    expect(chosen.filter(({ plan, clip }) => plan === 'biped' && clip === 'run')).toHaveLength(0);
  });
});

describe('measuring', () => {
  it('tells how much less a clip slides and sinks in', async () => {
    const { perClip, clips, failed, median, reached } = await evaluateMotion([
      { name: 'beast', read: async () => slipping },
      { name: 'ghost', read: () => Promise.reject(new Error('no such file')) },
    ]);
    expect(clips).toBe(1);
    expect(failed).toEqual([{ clip: 'ghost', stage: 'read', reason: 'no such file' }]);
    expect(perClip[0].cleaned.less.skate).toBeGreaterThan(80);
    expect(perClip[0].cleaned.less.penetration).toBeGreaterThan(80);
    expect(median.cleaned.penetration).toBe(perClip[0].cleaned.penetration);
    expect(reached).toEqual({ cleaned: 1, tracked: null });
  });

  it('a body with weight is measured where it went', async () => {
    const row = await measureMotionClip(slipping, {
      track: async (_, clip) => ({
        clip,
        contacts: { ground: 0, height: 1, rootVelocity: new Float32Array(3), loop: true, tracks: [] },
        trackingError: 7,
        referenceError: 3,
        residualRootForce: { torque: 0.25, force: 0 },
        fell: true,
        findings: [],
      }),
    });
    expect(row.tracked).toMatchObject({ trackingError: 7, fell: true, residualRootForce: { torque: 0.25 } });
    // The clip that was handed back sinks in, whatever it says of itself.
    expect(row.tracked!.penetration).toBeGreaterThan(0.5);
    const { failed, reached, median } = summarizeMotion([{ row }]);
    expect(failed[0]).toMatchObject({
      stage: 'track',
      reason: expect.stringMatching(/^it fell.*7.0 %, 3.0 % of it from cleaning/),
    });
    expect([reached.tracked, median.tracked.torque]).toEqual([0, 0.25]);
  });

  it('cleaning that leaves too much is a failure, with its figures', () => {
    const figures: MotionMetrics = { skate: 0, penetration: 0, float: 0, jerk: 1, step: 1, jolt: 1 };
    const row: MotionRow = {
      ...{ clip: 'a', plan: 'biped', legs: 2, joints: 3, frames: 4, seconds: 1, loop: true, speed: 1 },
      before: { ...figures, skate: 1 },
      cleaned: {
        ...figures,
        skate: 0.5,
        less: { skate: 50, penetration: null },
        demand: 0.5,
        pop: 1,
        seconds: 1,
      },
      findings: ['contact-missed'],
    };
    const { failed, median } = summarizeMotion([{ row }]);
    expect(failed).toEqual([
      {
        clip: 'a',
        stage: 'clean',
        reason: 'skate 1.00 → 0.50 heights/s: its legs cannot reach what they should hold',
      },
    ]);
    expect(median.cleaned.less).toEqual({ skate: 50, penetration: null });
  });
});

it('our own animals walk, each kind by turns', () => {
  const kinds = WALKING_KINDS.length;
  const motions = listSampleMotions(kinds + 1);
  expect(new Set(motions.map(({ kind }) => kind)).size).toBe(kinds);
  expect(motions.map(({ gait }) => gait)).toEqual([...Array(kinds).fill('walk'), 'run']);
  const bird = createSampleMotion({ kind: 'bird', seed: 0, gait: 'walk' });
  expect(gaitOfName(bird.clip.name)).toBeDefined();
  expect(bird.legs).toBe(2);
});
