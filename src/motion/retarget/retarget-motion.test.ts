import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { expectClose, expectSameRotations } from '../../../test/support/numbers.js';
import { findBodyPlan } from '../../rig/body-plan/find-body-plan.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Rig } from '../../rig/rig-records.js';
import { measureMotion } from '../measure/motion-metrics.js';
import { mapJointsByPlan, mapJointsByPosition } from './map-joints.js';
import { retargetMotion } from './retarget-motion.js';

const source = sampleCreature('wolf');
const target = sampleCreature('cat');
const walk = source.clips.find(({ name }) => /walk/i.test(name))!;

/** A rig rotated about +Y by 90°: it faces +X. */
function turnRig({ mesh, skeleton, skin }: Rig): Rig {
  const turn = (points: Float32Array) =>
    points.map((_, i) => (i % 3 === 0 ? points[i + 2] : i % 3 === 1 ? points[i] : -points[i - 2]));
  return {
    mesh: { ...mesh, positions: turn(mesh.positions) },
    skeleton: { ...skeleton, rest: turn(skeleton.rest) },
    skin,
  };
}

describe('joints are matched', () => {
  const { skeleton } = target.rig;
  const wanted = skeleton.names.map((name) => source.rig.skeleton.names.indexOf(name));
  const share = (joints: ArrayLike<number>) =>
    wanted.filter((s, t) => s >= 0 && joints[t] === s).length / wanted.filter((s) => s >= 0).length;

  it('by what they are for', () => {
    const [a, b] = [source, target].map(({ rig }) =>
      findBodyPlan(rig.mesh, rig.skeleton, { skin: rig.skin }),
    );
    const { joints, turn } = mapJointsByPlan(a, b, skeleton.parents.length);
    expect(share(joints)).toBeGreaterThan(0.85);
    expect(turn[3]).toBeCloseTo(1, 3);
  });

  it('by where they lie, whichever way the body faces', () => {
    expect(share(mapJointsByPosition(source.rig.skeleton, skeleton).joints)).toBeGreaterThan(0.8);
    const rotated = mapJointsByPosition(source.rig.skeleton, turnRig(source.rig).skeleton);
    expect([...rotated.joints]).toEqual(source.rig.skeleton.names.map((_, j) => j));
    expectClose(rotated.turn, [0, Math.SQRT1_2, 0, Math.SQRT1_2], 1e-6);
  });
});

describe('a walk on another creature', () => {
  const result = retargetMotion(source.rig, target.rig, walk);

  it('keeps its contacts', () => {
    expect(result.by).toBe('name');
    expect(result.contacts!.tracks.filter(({ spans }) => spans.length > 0).length).toBe(4);
    const bare = retargetMotion(source.rig, target.rig, walk, { contacts: false });
    const before = measureMotion(target.rig, bare.clip);
    const after = measureMotion(target.rig, result.clip, result.contacts);
    expect(after.skate).toBeLessThan(0.5 * before.skate);
    expect(after.penetration).toBeLessThan(0.2);
    expect(after.float).toBeLessThan(0.05);
  });

  it('stretches no bone', () => {
    const { parents, rest } = target.rig.skeleton;
    for (const pose of result.clip.poses) {
      const { positions } = poseJoints(target.rig.skeleton, pose);
      for (let j = 1; j < parents.length; j++) {
        const length = (p: ArrayLike<number>) =>
          Math.hypot(...[0, 1, 2].map((k) => p[j * 3 + k] - p[parents[j] * 3 + k]));
        expect(length(positions)).toBeCloseTo(length(rest), 5);
      }
    }
  });

  it('turns with a body that faces elsewhere', () => {
    const rotated = turnRig(source.rig);
    const { clip, by } = retargetMotion(source.rig, rotated, walk, { by: 'position', contacts: false });
    expect(by).toBe('position');
    const want = poseJoints(source.rig.skeleton, walk.poses[4]).positions;
    const got = poseJoints(rotated.skeleton, clip.poses[4]).positions;
    const back = want.map((_, i) => (i % 3 === 0 ? -got[i + 2] : i % 3 === 1 ? got[i] : got[i - 2]));
    expectClose(back, want, 1e-4);
  });

  it('onto itself is as before', () => {
    const { clip, joints, findings } = retargetMotion(source.rig, source.rig, walk, { contacts: false });
    expect([...joints]).toEqual(source.rig.skeleton.names.map((_, j) => j));
    expect(findings).toEqual([]);
    for (const [f, pose] of clip.poses.entries()) {
      expectSameRotations(pose.rotations, walk.poses[f].rotations, 1e-4);
      expectClose(pose.root, walk.poses[f].root, 1e-5);
    }
  });

  it('needs meshes to be matched by plan', () => {
    const { skeleton } = source.rig;
    expect(() => retargetMotion({ skeleton }, target.rig, walk, { by: 'plan' })).toThrow(
      /one of the rigs has none/,
    );
  });
});
