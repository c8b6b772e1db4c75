import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createMotion } from './create-motion.js';
import { gaitAt } from './gait-laws.js';
import { createMotionBody } from './motion-body.js';
import type { MotionStyle } from './motion-plan.js';
import { motionsOf } from './motions.js';

const quadruped = createMotionBody(sampleCreature('dog').rig);
const spider = createMotionBody(sampleCreature('spider').rig);

const walk = (style: MotionStyle = {}, body = quadruped) =>
  createMotion(body, motionsOf(body).find(({ name }) => name === 'walk')!, style);
const length = ({ clip }: ReturnType<typeof walk>) => clip.times.at(-1)!;

describe.each([
  ['quadruped', quadruped],
  ['spider', spider],
] as const)('the speed of a %s', (_, body) => {
  const own = walk({}, body);

  it('is the one asked for, up to what joints can', () => {
    for (const factor of [0.4, 0.7, 1]) {
      const { speed } = walk({ speed: factor * own.speed }, body);
      expect(speed / (factor * own.speed)).toBeGreaterThan(0.95);
      expect(speed / (factor * own.speed)).toBeLessThan(1.05);
    }
    const fastest = walk({ speed: 10 * own.speed }, body);
    expect(fastest.speed).toBeGreaterThan(0.99 * own.speed);
    expect(fastest.jointSpeed).toBeLessThan(20);
  });

  it('never makes a walk longer', () => {
    const lengths = [0.4, 0.6, 0.8, 1, 1.4, 2, 4].map((factor) =>
      length(walk({ speed: factor * own.speed }, body)),
    );
    // By a frame, as the highest speed is sought by halving.
    for (const [k, seconds] of lengths.entries())
      if (k > 0) expect(seconds).toBeLessThan(lengths[k - 1] + 0.05);
    expect(lengths.at(-1)).toBeLessThan(lengths[0]);
  });
});

it('heeds each option of the style', () => {
  const usual = walk();
  const spanOf = (motion: ReturnType<typeof walk>, joint: number, axis: number) => {
    const values = motion.clip.poses.map(({ rotations }) => rotations[joint * 4 + axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const bobOf = ({ clip }: ReturnType<typeof walk>) => {
    const heights = clip.poses.map(({ root }) => root[1]);
    return Math.max(...heights) - Math.min(...heights);
  };
  const wayOf = (motion: ReturnType<typeof walk>) => motion.speed * length(motion);
  expect(wayOf(walk({ stride: 0.4 }))).toBeLessThan(0.8 * wayOf(usual));
  expect(bobOf(walk({ bounce: 3 }))).toBeGreaterThan(1.2 * bobOf(usual));
  const { tail, head } = quadruped.plan;
  const source = (j: number) => quadruped.anatomy.sources[j];
  expect(spanOf(walk({ tailLiveliness: 3 }), source(tail.at(-1)!), 1)).toBeGreaterThan(
    2 * spanOf(walk({ tailLiveliness: 0 }), source(tail.at(-1)!), 1),
  );
  expect(spanOf(walk({ headLiveliness: 3 }), source(head), 1)).toBeGreaterThan(
    spanOf(walk({ headLiveliness: 0 }), source(head), 1),
  );
  for (const style of [{ energy: 1.6 }, { stanceWidth: 1.5 }, { seed: 3 }] as const)
    expect(walk(style).clip.poses).not.toEqual(usual.clip.poses);
  const timed = walk({ duration: 2.5, frameRate: 24 });
  expect([timed.clip.times.length, length(timed)]).toEqual([61, 2.5]);
  const travelling = walk({ rootMotion: true }).clip.poses;
  expect(travelling.at(-1)!.root[2] - travelling[0].root[2]).toBeCloseTo(wayOf(usual), 3);
  expect(travelling.at(-1)!.rotations).toEqual(travelling[0].rotations);
});

it('has a mouse step seven times as often as an elephant, in strides as long for its legs', () => {
  const [mouse, elephant] = [gaitAt(0.2, 0.04), gaitAt(0.2, 2)];
  expect(elephant.period / mouse.period).toBeCloseTo(Math.sqrt(50), 3);
  expect(elephant.stride).toBeCloseTo(mouse.stride, 6);
  // Faster gaits have longer strides, and feet that stand for less of them.
  expect(gaitAt(1, 1).stride).toBeGreaterThan(gaitAt(0.2, 1).stride);
  expect(gaitAt(1, 1).duty).toBeLessThan(gaitAt(0.2, 1).duty);
});
