import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { measureBodyHeight } from '../../rig/ground.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Rig, Skeleton } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { removeRootMotion } from '../edit/root-motion.js';
import { measureMotion } from '../measure/motion-metrics.js';
import { cleanFootSkate } from './clean-foot-skate.js';
import { detectContacts } from './detect-contacts.js';
import { editContacts } from './edit-contacts.js';
import { bridgeGaps, cancelSteps, smoothInTime } from './spread-corrections.js';

const creature = sampleCreature('wolf');
const { rig } = creature;
const walk = creature.clips.find(({ name }) => /walk/i.test(name))!;
const height = measureBodyHeight(rig);

/** The walk made bad: it sways over the ground, and sinks in. */
const bad: Clip = {
  ...walk,
  poses: walk.poses.map((pose, f) => {
    const phase = (2 * Math.PI * f) / (walk.poses.length - 1);
    const [x, y, z] = pose.root;
    return {
      ...pose,
      root: Float32Array.of(
        x + 0.04 * height * Math.sin(phase),
        y - 0.02 * height * (1 - Math.cos(phase)),
        z + 0.05 * height * Math.sin(2 * phase),
      ),
    };
  }),
};

describe('detecting', () => {
  it('finds four feet that stand in turn', () => {
    const contacts = detectContacts(rig, walk);
    expect(contacts).toMatchObject({ loop: true, ground: 0 });
    const legs = contacts.tracks.map(({ joint }) =>
      creature.plan.legs.findIndex((leg) => leg.includes(joint)),
    );
    expect(legs.sort()).toEqual([0, 1, 2, 3]);
    const length = walk.times[walk.times.length - 1];
    for (const { spans } of contacts.tracks) {
      const stands = spans.reduce((sum, { start, end }) => sum + end - start, 0) / length;
      expect(stands).toBeGreaterThan(0.4);
      expect(stands).toBeLessThan(0.9);
    }
  });

  it('finds the speed of a walk on the spot', () => {
    const { clip, rootMotion } = removeRootMotion(walk, rig.skeleton);
    const last = walk.times.length - 1;
    const speed = rootMotion[last * 3 + 2] / walk.times[last];
    expect(Math.abs(speed)).toBeGreaterThan(0.1 * height);
    expect(detectContacts(rig, clip).rootVelocity[2] / speed).toBeCloseTo(1, 1);
    expect(detectContacts(rig, walk).rootVelocity).toEqual(new Float32Array(3));
  });

  it('is the same for a flea and a whale', () => {
    for (const size of [1e-4, 1e4]) {
      const scaled = scaleRig(rig, size);
      const { tracks } = detectContacts(scaled, scaleClip(bad, size));
      expect(tracks).toEqual(detectContacts(rig, bad).tracks);
    }
  });

  it('finds nothing in the air', () => {
    const contacts = detectContacts(rig, walk, { ground: -height });
    expect(contacts.tracks.flatMap(({ spans }) => spans)).toEqual([]);
    const { clip, findings } = cleanFootSkate(rig, walk, { ground: -height });
    expect(findings.map(({ code }) => code)).toEqual(['no-contact']);
    expect(measureMotion(rig, clip).jerk / measureMotion(rig, walk).jerk).toBeCloseTo(1, 3);
  });
});

describe('cleaning', () => {
  const cleaned = cleanFootSkate(rig, bad, { contacts: detectContacts(rig, walk) });
  const { clip, contacts, findings, demand: metres } = cleaned;

  it('takes out slide and depth and adds no pops', () => {
    const before = measureMotion(rig, bad);
    const after = measureMotion(rig, clip);
    expect(before.skate).toBeGreaterThan(0.1);
    expect(after.skate).toBeLessThan(0.2 * before.skate);
    expect(before.penetration).toBeGreaterThan(0.5);
    expect(after.penetration).toBeLessThan(0.2 * before.penetration);
    expect(after.float).toBe(0);
    expect(after.jerk).toBeLessThan(1.3 * before.jerk);
    const demand = (100 * metres) / height;
    expect(demand).toBeGreaterThan(0);
    expect(after.jolt).toBeLessThan(1.15 * Math.max(before.jolt, demand));
    expect(findings).toEqual([]);
    expect(contacts.tracks.length).toBe(4);
  });

  it('leaves what is clean as it is', () => {
    expect(measureMotion(rig, walk).skate).toBeLessThan(0.02);
    expect(cleanFootSkate(rig, walk)).toMatchObject({ clip: walk, demand: 0, findings: [] });
  });

  it('stretches no bone and keeps a loop closed', () => {
    const { parents, rest } = rig.skeleton;
    for (const pose of clip.poses) {
      expect(pose.offsets).toBeUndefined();
      const { positions } = poseJoints(rig.skeleton, pose);
      for (let j = 1; j < parents.length; j++) {
        const length = (p: ArrayLike<number>) =>
          Math.hypot(...[0, 1, 2].map((k) => p[j * 3 + k] - p[parents[j] * 3 + k]));
        expect(length(positions)).toBeCloseTo(length(rest), 5);
      }
    }
    const last = clip.poses.length - 1;
    const gap = (at: Clip) => at.poses[last].root[1] - at.poses[0].root[1];
    expect(gap(clip)).toBeCloseTo(gap(bad), 5);
  });

  it('gives the same bytes again, and leaves its input as it was', () => {
    const root = bad.poses[3].root.slice();
    const again = cleanFootSkate(rig, bad, { contacts: detectContacts(rig, walk) });
    expect(again.clip.poses[7]).toEqual(clip.poses[7]);
    expect(bad.poses[3].root).toEqual(root);
  });

  it('obeys contacts that were edited', () => {
    const name = contacts.tracks[0].name;
    const free = editContacts(contacts, [{ joint: name, start: -9, end: 9, touches: false }]);
    const lifted = cleanFootSkate(rig, bad, { contacts: free }).clip;
    const j = contacts.tracks[0].joint * 3 + 1;
    const lowest = (at: Clip) =>
      Math.min(...at.poses.map((pose) => poseJoints(rig.skeleton, pose).positions[j]));
    expect(lowest(lifted)).toBeGreaterThan(lowest(clip) + 0.015 * height);
  });

  it('stops when aborted, and rejects a clip without frames', () => {
    expect(() => cleanFootSkate(rig, bad, { signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ code: 'aborted' }),
    );
    const none = { name: 'none', times: new Float32Array(0), poses: [] };
    expect(() => cleanFootSkate(rig, none)).toThrow(/has no frames/);
    const one = { name: 'one', times: Float32Array.of(0), poses: [walk.poses[0]] };
    expect(cleanFootSkate(rig, one).clip.poses.length).toBe(1);
  });

  it('works without a mesh', () => {
    const { skeleton } = rig;
    const cleaned = cleanFootSkate({ skeleton }, bad);
    expect(cleaned.contacts.tracks.length).toBeGreaterThanOrEqual(4);
    expect(cleaned.clip.poses.every((pose) => pose.rotations.every(Number.isFinite))).toBe(true);
  });
});

it('contacts are edited by hand', () => {
  const contacts = {
    ground: 0,
    height: 1,
    rootVelocity: new Float32Array(3),
    loop: false,
    tracks: [{ joint: 4, name: 'foot', spans: [{ start: 0, end: 1 }] }],
  };
  const spans = (...edits: Parameters<typeof editContacts>[1][number][]) =>
    editContacts(contacts, edits).tracks[0].spans.map(({ start, end }) => [start, end]);
  expect(spans({ joint: 'foot', start: 0.4, end: 0.6, touches: false })).toEqual([
    [0, 0.4],
    [0.6, 1],
  ]);
  expect(spans({ joint: 4, start: 0.9, end: 2, touches: true })).toEqual([[0, 2]]);
  expect(spans({ joint: 4, start: 2, end: 3, touches: true })).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(() => spans({ joint: 'nose', start: 0, end: 1, touches: true })).toThrow(/tracks are foot/);
});

it('corrections pass over gaps without a jump', () => {
  const values = Float64Array.of(1, 1, 0, 0, 0, 0, 0, 3, 3, 3);
  const known = Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 1, 1, 1);
  bridgeGaps(values, known, false);
  expect([values[1], values[7]]).toEqual([1, 3]);
  for (let f = 2; f < 8; f++) expect(values[f]).toBeGreaterThan(values[f - 1]);
  expect(values[2] - 1).toBeLessThan(0.1);
  const held = cancelSteps(
    Float64Array.of(1, 0, 1, 0, 1, 0, 9, 9),
    2,
    0,
    Uint8Array.of(1, 1, 1, 1, 0),
    false,
  );
  expect([...held]).toEqual([1.5, 0.5, -0.5, -1.5, 0]);
  expect(smoothInTime(new Float64Array(5).fill(2), 1, true)[2]).toBeCloseTo(2, 12);
});

function scaleRig({ mesh, skeleton, skin }: Rig, size: number): Rig {
  const bones: Skeleton = { ...skeleton, rest: skeleton.rest.map((x) => x * size) };
  return { mesh: { ...mesh, positions: mesh.positions.map((x) => x * size) }, skeleton: bones, skin };
}

const scaleClip = (clip: Clip, size: number): Clip => ({
  ...clip,
  poses: clip.poses.map((pose) => ({ ...pose, root: pose.root.map((x) => x * size) })),
});
