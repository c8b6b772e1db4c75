import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import type { Clip } from '../motion/clip.js';
import { limitViolations } from '../rig/kinematics/clamp-to-limits.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { skeletonDiameter } from '../rig/rig-records.js';
import { createCreatureClips } from './create-creature-clips.js';
import { CREATURE_KINDS, type Creature, type CreatureKind } from './creature-record.js';
import { createActor } from './motions/actor.js';
import { sketchCreature } from './sketch-creature.js';

const SEEDS = [1, 2, 3];
const GAIT =
  /^(walk|run|march|hop|skip|amble|trot|pace|canter|gallop|bound|pronk|tripod|ripple|wave|scuttle|sneak|sidestep|turn)/;
const LOOP =
  /^(walk|run|trot|pace|gallop|tripod|ripple|sneak|idle|look|punch|wave|fly|glide|hover|swim|slither|jet|crawl|rear|jump)/;

const heightOf = ({ rig }: Creature) =>
  rig.mesh.positions.reduce((high, y, i) => (i % 3 === 1 ? Math.max(high, y) : high), 0);

/** All numbers of all poses, in a string short enough to compare. */
function digest(clips: readonly Clip[]): string {
  let hash = 0;
  let count = 0;
  for (const { poses } of clips) {
    for (const { rotations, root } of poses) {
      for (const bits of [rotations, root].map((x) => new Int32Array(x.buffer))) {
        for (const word of bits) hash = (Math.imul(hash, 31) + word) | 0;
        count += bits.length;
      }
    }
  }
  return `${count} ${hash}`;
}

/** How far poses lie apart on average, per cent of the body's length. */
function spreadOf({ rig }: Creature, clips: readonly Clip[]): number {
  const { skeleton } = rig;
  const poses = clips.flatMap((clip) =>
    clip.poses.map((pose) => poseJoints(skeleton, { ...pose, root: new Float32Array(3) }).positions),
  );
  let sum = 0;
  for (const [i, a] of poses.entries()) {
    const b = poses[(i * 37 + 11) % poses.length];
    for (let j = 0; j < a.length; j += 3)
      sum += Math.hypot(a[j] - b[j], a[j + 1] - b[j + 1], a[j + 2] - b[j + 2]);
  }
  return (300 * sum) / (poses.length * poses[0].length * skeletonDiameter(skeleton));
}

describe.each(CREATURE_KINDS)('%s', (kind: CreatureKind) => {
  const creature = sketchCreature(kind, { seed: 3 });
  const { skeleton } = creature.rig;
  const height = heightOf(creature);
  const repertoires = SEEDS.map((seed) => createCreatureClips(creature, createRng(seed)));
  const clips = repertoires.flat();

  it('moves in finite poses within its range, above the ground', () => {
    const { limits } = createActor(creature);
    for (const repertoire of repertoires) {
      expect(repertoire.length).toBeGreaterThanOrEqual(12);
      expect(repertoire.length).toBeLessThanOrEqual(20);
    }
    for (const clip of clips) {
      const seconds = clip.times[clip.times.length - 1];
      expect(seconds >= 0.8 && seconds <= 4.05, `${clip.name} ${seconds} s`).toBe(true);
      for (const pose of clip.poses) {
        const sound = pose.rotations.every(Number.isFinite) && pose.root.every(Number.isFinite);
        if (!sound) expect.fail(`a number of ${clip.name} is not finite`);
        const [outside] = limitViolations(pose, limits, 1e-3);
        if (outside) expect.fail(`${skeleton.names[outside.joint]} is out of its range in ${clip.name}`);
        const { positions } = poseJoints(skeleton, pose);
        for (let j = 0; j < skeleton.parents.length; j++) {
          const low = positions[j * 3 + 1] / height;
          if (low < -0.25)
            expect.fail(`${skeleton.names[j]} is ${low} heights under the ground in ${clip.name}`);
        }
      }
    }
  });

  it('closes its loops', () => {
    let closed = 0;
    for (const clip of clips.filter(({ name }) => LOOP.test(name))) {
      closed++;
      expect([...clip.poses[clip.poses.length - 1].rotations], clip.name).toEqual([
        ...clip.poses[0].rotations,
      ]);
    }
    expect(closed).toBeGreaterThan(4);
  });

  it('is deterministic, and never moves twice alike', () => {
    expect(digest(createCreatureClips(creature, createRng(1)))).toBe(digest(repertoires[0]));
    expect(digest(repertoires[1])).not.toBe(digest(repertoires[0]));
    expect(clips[0].poses[3].rotations).not.toEqual(repertoires[1][0].poses[3].rotations);
  });

  it('moves as much as animated animals do', () => {
    // Animated animals of like kinds: 5 to 14 % of the length between two poses; octopuses have no like.
    const amount = spreadOf(creature, clips);
    expect(amount).toBeGreaterThan(4.5);
    expect(amount).toBeLessThan(20);
  });

  const itWalks = creature.plan.feet.length > 0 ? it : undefined;
  itWalks?.('does not slide on standing feet while it walks', () => {
    let stood = 0;
    for (const clip of clips.filter(({ name }) => GAIT.test(name) && !name.startsWith('turn head'))) {
      let before: Float64Array | undefined;
      for (const pose of clip.poses) {
        const { positions } = poseJoints(skeleton, pose);
        for (const foot of creature.plan.feet) {
          const stands = (at: Float64Array) => at[foot * 3 + 1] - skeleton.rest[foot * 3 + 1] < 1e-3 * height;
          if (!before || !stands(before) || !stands(positions)) continue;
          stood++;
          const slide = Math.hypot(
            positions[foot * 3] - before[foot * 3],
            positions[foot * 3 + 2] - before[foot * 3 + 2],
          );
          if (!(slide < 0.01 * height))
            expect.fail(`${skeleton.names[foot]} slides by ${slide} m in ${clip.name}`);
        }
        before = positions;
      }
    }
    expect(stood).toBeGreaterThan(50);
  });
});

it('refuses counts and rates that make no sense', () => {
  const fish = sketchCreature('fish');
  expect(() => createCreatureClips(fish, createRng(0), { count: 0 })).toThrow(/count.*got 0/);
  expect(() => createCreatureClips(fish, createRng(0), { framesPerSecond: Number.NaN })).toThrow(
    /framesPerSecond.*NaN/,
  );
  expect(createCreatureClips(fish, createRng(0), { count: 2, framesPerSecond: 30 })[0].times[1]).toBeCloseTo(
    1 / 30,
  );
});
