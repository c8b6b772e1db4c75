import { describe, expect, it } from 'vitest';
import { sampleOfKind } from '../../../test/support/creatures.js';
import type { SampleKind } from '../../io/samples.js';
import { quaternionAngle } from '../../math/quaternion.js';
import type { Rig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { measureMotion } from '../measure/motion-metrics.js';
import { createMotion } from './create-motion.js';
import { createMotionBody } from './motion-body.js';
import type { MotionStyle } from './motion-plan.js';
import { motionsOf } from './motions.js';

const rigOf = (kind: SampleKind): Rig => sampleOfKind(kind).rig;

function perform(rig: Rig, name: string, style: MotionStyle = {}) {
  const body = createMotionBody(rig);
  return createMotion(body, motionsOf(body).find((motion) => motion.name === name)!, style);
}

/** Largest turn of a joint between frames, degrees. */
function fastest({ poses }: Clip): number {
  let most = 0;
  for (let f = 1; f < poses.length; f++) {
    const [a, b] = [poses[f - 1].rotations, poses[f].rotations];
    for (let j = 4; j < a.length; j += 4) most = Math.max(most, quaternionAngle(a, j, b, j));
  }
  return (most * 180) / Math.PI;
}

describe.each(['biped', 'quadruped', 'spider', 'bird'] as const)('the walk of a %s', (kind) => {
  const rig = rigOf(kind);
  const { clip, contacts, speed } = perform(rig, 'walk', { rootMotion: true });
  const [first, last] = [clip.poses[0], clip.poses.at(-1)!];

  it('holds its feet, stays on the ground and snaps no knee', () => {
    const { skate, penetration } = measureMotion(rig, clip, contacts);
    expect(skate).toBeLessThan(0.02);
    expect(penetration).toBeLessThan(0.05);
    expect(fastest(clip)).toBeLessThan(20);
    expect(contacts.tracks).toHaveLength(createMotionBody(rig).legs.length);
    for (const { spans } of contacts.tracks) expect(spans.length).toBeGreaterThan(0);
  });

  it('ends as it began, and goes ahead', () => {
    expect(last.rotations).toEqual(first.rotations);
    expect(last.root[2] - first.root[2]).toBeCloseTo(speed * clip.times.at(-1)!, 4);
    expect(speed).toBeGreaterThan(0);
    const onTheSpot = perform(rig, 'walk');
    expect(onTheSpot.clip.poses.at(-1)).toEqual(onTheSpot.clip.poses[0]);
    expect(onTheSpot.contacts.rootVelocity[2]).toBeCloseTo(speed, 4);
  });
});

it('has large bodies step more slowly than small ones of the same shape', () => {
  const rig = rigOf('biped');
  const scaled = (factor: number): Rig => ({
    ...rig,
    mesh: { ...rig.mesh, positions: rig.mesh.positions.map((x) => factor * x) },
    skeleton: { ...rig.skeleton, rest: rig.skeleton.rest.map((x) => factor * x) },
  });
  const [small, large] = [1, 4].map((factor) => perform(scaled(factor), 'walk'));
  // At equal Froude numbers time goes with the root of length, speed as well.
  expect(large.clip.times.at(-1)! / small.clip.times.at(-1)!).toBeGreaterThan(1.4);
  expect(large.speed / small.speed).toBeGreaterThan(1.4);
});

it('follows its options', () => {
  const rig = rigOf('quadruped');
  const { clip } = perform(rig, 'walk', { duration: 3, frameRate: 20 });
  expect([clip.times.length, clip.times.at(-1)]).toEqual([61, 3]);
  const again = perform(rig, 'idle', { seed: 4 }).clip;
  expect(again).toEqual(perform(rig, 'idle', { seed: 4 }).clip);
  expect(again).not.toEqual(perform(rig, 'idle', { seed: 5 }).clip);
  const turned = perform(rig, 'turn-left', { rootMotion: true }).clip;
  const [a, b] = [turned.poses[0].rotations, turned.poses.at(-1)!.rotations];
  expect(quaternionAngle(a, 0, b, 0)).toBeCloseTo(Math.PI / 2, 3);
  expect(() => perform(rig, 'walk', { frameRate: 0 })).toThrow(/frameRate is 0; give a number above 0/);
});

describe('every motion that a body is promised', () => {
  it.each(['quadruped', 'bird', 'fish', 'snake', 'octopus'] as const)('comes for a %s', (kind) => {
    const rig = rigOf(kind);
    const body = createMotionBody(rig);
    const expected = {
      quadruped: ['walk', 'jump', 'sit', 'attack-kick', 'die', 'eat'],
      bird: ['walk', 'fly', 'glide', 'hover', 'take-off', 'land', 'attack-wing'],
      fish: ['swim', 'turn-left', 'dart', 'attack'],
      snake: ['slither', 'coil', 'strike'],
      octopus: ['crawl', 'swim'],
    }[kind];
    expect(motionsOf(body).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['idle', 'hit', ...expected]),
    );
    for (const definition of motionsOf(body)) {
      const { clip, contacts } = createMotion(body, definition, { frameRate: 12 });
      const finite = clip.poses.every(({ rotations, root }) =>
        [...rotations, ...root].every(Number.isFinite),
      );
      expect([definition.name, finite]).toEqual([definition.name, true]);
      if (contacts.loop) expect(clip.poses.at(-1)).toEqual(clip.poses[0]);
      if (!body.legs.length) expect(contacts.tracks).toEqual([]);
    }
  });

  it('does not sink in where it stands', () => {
    const rig = rigOf('quadruped');
    for (const name of ['idle', 'jump', 'attack', 'hit', 'eat', 'sit', 'die', 'lie-down']) {
      const { clip, contacts } = perform(rig, name);
      expect(measureMotion(rig, clip, contacts).penetration).toBeLessThan(0.2);
    }
  });
});
