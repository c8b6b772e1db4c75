import { describe, expect, it } from 'vitest';
import { axisAngleInto } from '../../math/quaternion.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import { identityAnatomy } from '../model/bound-rig.js';
import { createCheckedRig } from './checked-rig.js';
import { crossingInto } from './crossing-segment.js';
import { centreOfMassInto, measureJointMasses } from './joint-masses.js';
import { createStretchMeter } from './measure-stretch.js';
import { createVolumeMeter } from './measure-volume.js';
import { findSupport, nearestSupport } from './support.js';

/** A closed tube along x from 0 to 4, radius 0.5, with joints at 0 and 2 and weights that blend from 1.5 to 2.5. */
function makeTube(sides = 16, rings = 33): Rig {
  const positions: number[] = [];
  const triangles: number[] = [];
  const weights: number[] = [];
  for (let r = 0; r < rings; r++) {
    const x = (4 * r) / (rings - 1);
    const second = Math.min(1, Math.max(0, x - 1.5));
    for (let s = 0; s < sides; s++) {
      const angle = (2 * Math.PI * s) / sides;
      positions.push(x, 0.5 * Math.cos(angle), 0.5 * Math.sin(angle));
      weights.push(1 - second, second);
      if (r === rings - 1) continue;
      const [a, b] = [r * sides + s, r * sides + ((s + 1) % sides)];
      triangles.push(a, b, a + sides, b, b + sides, a + sides);
    }
  }
  for (const [x, first] of [
    [0, 0],
    [4, (rings - 1) * sides],
  ]) {
    const middle = positions.length / 3;
    positions.push(x, 0, 0);
    weights.push(x === 0 ? 1 : 0, x === 0 ? 0 : 1);
    for (let s = 0; s < sides; s++) {
      const [a, b] = [first + s, first + ((s + 1) % sides)];
      triangles.push(...(x === 0 ? [middle, b, a] : [middle, a, b]));
    }
  }
  const count = positions.length / 3;
  return {
    mesh: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) },
    skeleton: {
      names: ['root', 'middle'],
      parents: Int16Array.of(-1, 0),
      rest: Float32Array.of(0, 0, 0, 2, 0, 0),
      frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
    },
    skin: {
      joints: Uint16Array.from({ length: count * 2 }, (_, i) => i % 2),
      weights: Float32Array.from(weights),
      influenceCount: 2,
    },
  };
}

const tube = makeTube();
const body = createCheckedRig(tube, identityAnatomy(tube));

function rotated(x: number, y: number, z: number, angle: number): Pose {
  const pose = restPose(tube.skeleton);
  axisAngleInto(pose.rotations, 4, x, y, z, angle);
  return pose;
}
const posed = (pose: Pose) => ({
  positions: skinMesh(tube, pose),
  globals: poseJoints(tube.skeleton, pose),
});

it('a body knows its size, its surface and what moves each triangle', () => {
  expect(body.size).toBeCloseTo(Math.hypot(4, 1, 1), 5);
  expect(body.area).toBeCloseTo(2 * Math.PI * 0.5 * 4 + 2 * Math.PI * 0.25, 0);
  expect(body.owners[0]).toBe(0);
  expect(body.owners[body.owners.length - 1]).toBe(1);
  const bare = { ...tube, mesh: { ...tube.mesh, triangles: new Uint32Array(0) } };
  expect(() => createCheckedRig(bare, identityAnatomy(bare))).toThrow(/no surface/);
});

describe('stretch', () => {
  it('is one at rest and after any rigid motion', () => {
    const meter = createStretchMeter(body);
    const pose = restPose(tube.skeleton);
    axisAngleInto(pose.rotations, 0, 0, 1, 0, 1.2);
    meter.measure(skinMesh(tube, pose));
    expect(Math.max(...meter.most)).toBeCloseTo(1, 4);
    expect(Math.min(...meter.least)).toBeCloseTo(1, 4);
  });

  it('is what the mesh is scaled by, along and across', () => {
    const meter = createStretchMeter(body);
    const scaled = tube.mesh.positions.map((value, i) => value * [3, 0.5, 0.5][i % 3]);
    meter.measure(scaled);
    // Of the sides of the tube; its ends are only squashed.
    expect(meter.most[10]).toBeCloseTo(3, 4);
    expect(meter.least[10]).toBeCloseTo(0.5, 4);
    expect(meter.most[meter.most.length - 1]).toBeCloseTo(0.5, 4);
  });
});

describe('volume', () => {
  const meter = createVolumeMeter(body);
  const ratio = (pose: Pose) => {
    meter.measure(posed(pose));
    return meter.ratios[0];
  };

  it('is kept by rigid motion and lost by 180° of twist', () => {
    expect([...meter.joints]).toEqual([1]);
    expect(ratio(restPose(tube.skeleton))).toBeCloseTo(1, 5);
    const whole = restPose(tube.skeleton);
    axisAngleInto(whole.rotations, 0, 0.6, 0, 0.8, 2);
    expect(ratio(whole)).toBeCloseTo(1, 4);
    const quarter = ratio(rotated(1, 0, 0, Math.PI / 2));
    const half = ratio(rotated(1, 0, 0, Math.PI));
    expect(quarter).toBeLessThan(0.85);
    expect(half).toBeLessThan(0.45);
    expect(half).toBeLessThan(quarter);
  });

  it('is lost the more, the further a joint bends', () => {
    const losses = [0.5, 1, 1.5, 2].map((angle) => 1 - ratio(rotated(0, 0, 1, angle)));
    for (let i = 1; i < losses.length; i++) expect(losses[i]).toBeGreaterThan(losses[i - 1]);
    expect(losses[3]).toBeGreaterThan(0.3);
  });
});

describe('mass', () => {
  it('is distributed over the joints as the tube is', () => {
    const masses = measureJointMasses(tube);
    expect(masses.masses[0]).toBeCloseTo(0.5, 1);
    expect(masses.masses[0] + masses.masses[1]).toBeCloseTo(1, 9);
    const centre = new Float64Array(3);
    centreOfMassInto(centre, masses, poseJoints(tube.skeleton, restPose(tube.skeleton)));
    expect(centre[0]).toBeCloseTo(2, 1);
    expect(Math.hypot(centre[1], centre[2])).toBeLessThan(0.05);
    // The far half straight up: its own centre goes from x = 3 to y = 1.
    centreOfMassInto(centre, masses, poseJoints(tube.skeleton, rotated(0, 0, 1, Math.PI / 2)));
    expect(centre[0]).toBeCloseTo(1.5, 1);
    expect(centre[1]).toBeCloseTo(0.5, 1);
  });
});

describe('support', () => {
  const points = [0, 0, 0, 2, 5, 0, 2, 0, 2, 0, 1, 2, 1, 0, 1, 1, 0, 0];

  it('is the hull from above, whatever the heights', () => {
    expect(findSupport(points, [5, 4, 3, 2, 1, 0]).sort()).toEqual([0, 1, 2, 3]);
    expect(findSupport(points, [4])).toEqual([4]);
  });

  it('is as far as its nearest side, and not at all from within', () => {
    const support = findSupport(points, [0, 1, 2, 3]);
    expect(nearestSupport(points, support, 1, 0.5)?.distance).toBe(0);
    const beside = nearestSupport(points, support, 1, -3)!;
    expect(beside.distance).toBeCloseTo(3, 12);
    expect([beside.from, beside.to].sort()).toEqual([0, 1]);
    expect(beside.share).toBeCloseTo(0.5, 12);
    expect(nearestSupport(points, findSupport(points, [2]), 5, 6)?.distance).toBeCloseTo(5, 12);
    expect(nearestSupport(points, findSupport(points, []), 0, 0)).toBeUndefined();
  });
});

it('triangles that cross share a segment, of skin that was elsewhere at rest', () => {
  const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
  const flat = [0, 0, 0, 4, 0, 0, 0, 0, 4];
  // Upright through the first, from x = 1 to x = 2 at z = 1; at rest ten further up.
  const posedPoints = [...flat, 1, -1, 1, 1, 1, 1, 3, -1, 1];
  const rest = [...flat, 1, 9, 1, 1, 11, 1, 3, 9, 1];
  const out = new Float64Array(2);
  crossingInto(out, rest, posedPoints, triangles, 0, 1);
  expect(out[0]).toBeCloseTo(1, 12);
  expect(out[1]).toBeCloseTo(10, 12);
  crossingInto(out, rest, rest, triangles, 0, 1);
  expect([...out]).toEqual([0, 0]);
});
