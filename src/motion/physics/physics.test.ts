import type { MainModule } from '@mujoco/mujoco';
import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import type { Rig } from '../../rig/rig-records.js';
import type { Clip } from '../clip.js';
import { detectInScene } from '../contacts/detect-contacts.js';
import { sliceClip } from '../edit/slice-clip.js';
import { assembleBody, buildPhysicsBody } from './build-physics-body.js';
import { loadPhysics } from './load-physics.js';
import { layOutDofs } from './physics-body.js';
import { createSupportSolver, planSupport } from './plan-support.js';
import { gatherFrames, planFrames } from './reference-frames.js';
import { layOutReference } from './reference-motion.js';
import { openSimulation } from './simulation.js';
import { trackMotion } from './track-motion.js';
import { writeMjcf } from './write-mjcf.js';

const { rig, clips } = sampleCreature('wolf');
const walk = clips.find(({ name }) => /walk/i.test(name))!;
const short = sliceClip(walk, walk.times[0], walk.times[0] + 0.35);

/** The same creature in other units. */
function resize(size: number): { rig: Rig; clip: Clip } {
  const scale = (values: Float32Array) => values.map((x) => x * size);
  const { mesh, skeleton, skin } = rig;
  return {
    rig: {
      mesh: { ...mesh, positions: scale(mesh.positions) },
      skeleton: { ...skeleton, rest: scale(skeleton.rest) },
      skin,
    },
    clip: {
      ...short,
      poses: short.poses.map((pose) => ({
        ...pose,
        root: scale(pose.root),
        ...(pose.offsets && { offsets: scale(pose.offsets) }),
      })),
    },
  };
}

describe('buildPhysicsBody', () => {
  const body = buildPhysicsBody(rig, { poses: walk.poses });

  it('gives each segment mass, a cone and gains, legs more than tails', () => {
    expect(body.parents.length).toBeGreaterThan(15);
    expect(body.parents.length).toBeLessThanOrEqual(rig.skeleton.parents.length);
    expect(Math.min(...body.masses)).toBeGreaterThan(0);
    expect(body.masses.reduce((a, b) => a + b, 0)).toBeCloseTo(body.mass, 6);
    for (let s = 1; s < body.parents.length; s++) {
      expect(body.parents[s]).toBeLessThan(s);
      expect(body.limits[s]).toBeGreaterThan(0.2);
      expect(body.stiffness[s]).toBeGreaterThan(0);
    }
    const of = (name: RegExp) => body.stiffness[body.names.findIndex((each) => name.test(each))];
    expect(of(/HindUpperLeg/)).toBeGreaterThan(2 * of(/tail3/));
  });

  it('stands on points of all four feet, at the same place in any unit', () => {
    const feet = new Set(Array.from(body.soles.segments, (s) => body.names[s].replace(/Foot|Ankle/, '')));
    expect(feet.size).toBeGreaterThanOrEqual(4);
    const tiny = resize(1e-4);
    const small = buildPhysicsBody(tiny.rig, { poses: walk.poses.slice(0, 1) });
    const same = buildPhysicsBody(rig, { poses: walk.poses.slice(0, 1) });
    expect(small.mass / same.mass).toBeCloseTo(1, 2);
  });

  it('writes a model that the engine takes, as heavy and with as many degrees of freedom', async () => {
    const physics = (await loadPhysics()) as unknown as MainModule;
    const model = physics.MjModel.from_xml_string(writeMjcf(body));
    const layout = layOutDofs(body);
    expect([model.nq, model.nv, model.nu]).toEqual([
      layout.positionCount,
      layout.velocityCount,
      layout.controlCount,
    ]);
    expect(physics.mj_getTotalmass(model)).toBeCloseTo(body.mass, 6);
    model.delete();
  });
});

describe('planSupport', () => {
  it('needs the weight on average and finds it under the feet', async () => {
    const { scene, limbs } = detectInScene(rig, walk);
    const body = assembleBody(scene, limbs);
    const frames = gatherFrames(scene, body, [0, 0, 0], planFrames(scene));
    const reference = layOutReference(body, frames, scene.step, 4);
    const simulation = openSimulation(await loadPhysics(), body, { timeStep: reference.timeStep });
    const plan = planSupport(simulation, reference);
    const weight = body.mass * 9.81;
    const ups = Array.from({ length: reference.stepCount }, (_, t) => plan.wrenches[t * 6 + 1]);
    expect(ups.reduce((a, b) => a + b, 0) / ups.length / weight).toBeCloseTo(1, 1);
    // The simulation is left where the reference ends: feet are down there.
    const solver = createSupportSolver(simulation, plan, reference.timeStep);
    const last = reference.stepCount - 1;
    solver.solve(last, plan.wrenches.slice(last * 6));
    expect(plan.bearing[last].length).toBeGreaterThan(2);
    expect(Math.hypot(...solver.left.subarray(0, 3)) / weight).toBeLessThan(0.15);
    simulation.close();
  });
});

describe('trackMotion', () => {
  it('tracks a quadruped without residual force, on the ground and near its clip', async () => {
    const tracked = await trackMotion(rig, walk, { rounds: 1 });
    expect(tracked.fell).toBe(false);
    expect(tracked.trackingError).toBeLessThan(4);
    expect(tracked.penetration).toBeLessThan(0.3);
    expect(tracked.skate).toBeLessThan(0.3);
    expect(tracked.residualRootForce).toEqual({ torque: 0, force: 0 });
    expect(tracked.clip.poses.length).toBe(walk.poses.length);
    // It moved, and its end is its beginning.
    const [first, last] = [tracked.clip.poses[0], tracked.clip.poses[walk.poses.length - 1]];
    expect(
      Math.max(...first.rotations.map((x, i) => Math.abs(x - walk.poses[0].rotations[i]))),
    ).toBeGreaterThan(1e-6);
    for (let i = 0; i < first.rotations.length; i++)
      expect(last.rotations[i]).toBeCloseTo(first.rotations[i], 4);
  });

  it('is the same to the last bit, and in any unit nearly so', async () => {
    const options = { rounds: 1, tolerance: 0 };
    const [one, two] = [await trackMotion(rig, short, options), await trackMotion(rig, short, options)];
    expect(two.clip.poses).toEqual(one.clip.poses);
    expect(two.trackingError).toBe(one.trackingError);
    const { rig: large, clip } = resize(1000);
    const third = await trackMotion(large, clip, { rounds: 0 });
    expect(third.trackingError).toBeLessThan(4);
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const work = trackMotion(rig, walk, {
      tolerance: 0,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
  });

  it('pins the root of what cannot stand and reports it', async () => {
    const fish = sampleCreature('fish');
    const high = {
      ...fish.clips[0],
      times: fish.clips[0].times.slice(0, 12),
      poses: fish.clips[0].poses
        .slice(0, 12)
        .map((pose) => ({ ...pose, root: pose.root.map((x, k) => x + (k === 1 ? 3 : 0)) })),
    };
    const tracked = await trackMotion(fish.rig, high, { ground: 0, rounds: 0 });
    expect(tracked.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['cannot-stand']));
    expect(tracked.trackingError).toBeLessThan(6);
    expect(tracked.clip.poses.every(({ rotations }) => rotations.every(Number.isFinite))).toBe(true);
  });

  it('reports what is wrong with what it cannot simulate', async () => {
    const { skeleton, mesh, skin } = rig;
    await expect(trackMotion({ skeleton }, short)).rejects.toThrow(/without a mesh/);
    const broken = mesh.positions.slice();
    broken[7] = Number.NaN;
    await expect(
      trackMotion({ skeleton, skin, mesh: { ...mesh, positions: broken } }, short),
    ).rejects.toThrow(/not finite/);
    await expect(
      trackMotion(rig, { ...short, times: short.times.slice(0, 1), poses: short.poses.slice(0, 1) }),
    ).rejects.toThrow(/two frames/);
    const rotated = short.poses.map((pose) => ({ ...pose, rotations: pose.rotations.map(() => Number.NaN) }));
    await expect(trackMotion(rig, { ...short, poses: rotated })).rejects.toThrow(/frame 0 .* not finite/);
  });

  it('simulates two joints on a sheet that encloses nothing', async () => {
    const sheet: Rig = {
      mesh: {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0, 1),
        triangles: Uint32Array.of(0, 1, 2, 1, 3, 2, 1, 4, 3, 4, 5, 3),
      },
      skeleton: {
        names: ['root', 'end'],
        parents: Int16Array.of(-1, 0),
        rest: Float32Array.of(0, 0, 0.5, 1, 0, 0.5),
        frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
      },
      skin: {
        joints: Uint16Array.of(0, 0, 0, 0, 1, 1),
        weights: new Float32Array(6).fill(1),
        influenceCount: 1,
      },
    };
    const pose = (angle: number) => ({
      rotations: Float32Array.of(0, 0, 0, 1, 0, 0, Math.sin(angle), Math.cos(angle)),
      root: new Float32Array(3),
    });
    const clip = { name: 'flap', times: Float32Array.of(0, 0.1, 0.2), poses: [pose(0), pose(0.1), pose(0)] };
    const tracked = await trackMotion(sheet, clip, { rounds: 0 });
    expect(tracked.clip.poses.every(({ rotations }) => rotations.every(Number.isFinite))).toBe(true);
    expect(Number.isFinite(tracked.trackingError)).toBe(true);
  });
});
