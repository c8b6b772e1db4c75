import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { expectSameRotations } from '../../test/support/numbers.js';
import { expectValidGlb } from '../../test/support/valid-glb.js';
import { withExamplePoses } from '../io/example-poses.js';
import { createModel } from '../io/gltf/create-model.js';
import { loadPoseNetwork } from '../io/load-pose-network.js';
import { readModel } from '../io/read.js';
import { encodeModel } from '../io/write.js';
import type { PoseModelFiles } from '../pose/model/pose-model.js';
import { solveHandles } from '../pose/solve/solve-handles.js';
import { poseJoints } from '../rig/kinematics/forward-kinematics.js';
import { jointIndex } from '../rig/names/joint-index.js';
import { type Pose, restPose } from '../rig/rig-records.js';
import { addClip } from './add-clip.js';
import { DRAG_DEFAULTS } from './drag-handles.js';
import { type ModelPoseSpace, openPoseSpace } from './open-pose-space.js';

const TINY = new URL('../../test/samples/pose-network', import.meta.url);
const PRIOR = { priorSamples: 8, priorSteps: 2 };
// Through a file, so that joints are in the order in which files have them.
const made = sampleCreature('dog').model;
const model = await readModel('beast.glb', (await encodeModel(made, 'beast.glb')).files[0].bytes);
const skeleton = model.skeleton!;
const { names } = skeleton;
const feet = names.filter((name) => /Foot$/.test(name));

const placeOf = (pose: Pose, joint: string): number[] => {
  const j = jointIndex(skeleton, joint);
  return [...poseJoints(skeleton, pose).positions.subarray(j * 3, j * 3 + 3)];
};
const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));
const shifted = (pose: Pose, joint: string, by: readonly number[]) =>
  placeOf(pose, joint).map((x, k) => x + by[k]) as [number, number, number];

let network: PoseModelFiles;
let space: ModelPoseSpace;
beforeAll(async () => {
  network = await loadPoseNetwork(TINY);
  space = await openPoseSpace(model, { network, ...PRIOR });
});
afterAll(() => space.close());

describe('openPoseSpace', () => {
  it('loads the network that ships, or one from a folder', async () => {
    const shipped = await loadPoseNetwork();
    expect(shipped.card.name).toMatch(/pose/);
    expect(await loadPoseNetwork(TINY.pathname)).toEqual(network);
    await expect(openPoseSpace(model, { network: '/nowhere' })).rejects.toThrow(
      /openModelFolder: "\/nowhere\/card.json" cannot be read/,
    );
    const alone = await openPoseSpace(model, { adapt: false });
    expect(await alone.sample({ steps: 2 })).toHaveLength(1);
    await alone.close();
  });

  it('learns from the clips of the file, and from poses saved in it', async () => {
    expect(space.examples.length).toBeGreaterThan(10);
    expect(space.findings.map(({ code }) => code)).toEqual(['adapted-to-file']);
    const bare = { ...model, clips: [] };
    const saved = withExamplePoses(bare, [model.clips[0].poses[3]]);
    const adapted = await openPoseSpace(saved, { network, ...PRIOR });
    expect(adapted.examples).toHaveLength(1);
    expectSameRotations(adapted.examples[0].rotations, model.clips[0].poses[3].rotations, 1e-3);
    const unadapted = await openPoseSpace(saved, { network, adapt: false, ...PRIOR });
    expect([unadapted.examples, unadapted.findings]).toEqual([[], []]);
    const { gltf } = saved.source;
    const broken = { ...gltf, json: { ...gltf.json, extras: { posespace: { examples: { version: 7 } } } } };
    const usable = await openPoseSpace(
      { ...saved, source: { ...saved.source, gltf: broken } },
      { network, ...PRIOR },
    );
    expect([usable.examples, usable.findings.map(({ code }) => code)]).toEqual([[], ['broken-examples']]);
    await Promise.all([adapted.close(), unadapted.close(), usable.close()]);
  });

  it('never learns from what the network made, even through a file', async () => {
    const poses = await space.sample({ count: 3, steps: 2, seed: 1 });
    const bare = { ...model, clips: [] };
    const sampled = await expectValidGlb(addClip(bare, poses, { name: 'run', source: 'model' }));
    const own = await openPoseSpace(sampled, { network, ...PRIOR });
    expect(own.examples).toEqual([]);
    const kept = await expectValidGlb(addClip(bare, poses, { name: 'samples' }));
    const artist = await openPoseSpace(kept, { network, ...PRIOR });
    expect(artist.examples).toHaveLength(3);
    await Promise.all([own.close(), artist.close()]);
  });

  it('says that a model needs a skeleton', async () => {
    const bare = createModel({ name: 'bare', mesh: model.mesh });
    await expect(openPoseSpace(bare, { network })).rejects.toThrow(/"bare" has no skeleton; give it one/);
  });
});

describe('the verbs of a space', () => {
  it('are those of the library', async () => {
    const [a, b] = await space.sample({ count: 2, steps: 2 });
    const { poses } = await space.interpolate([a, b], { steps: 4 });
    expect(poses).toHaveLength(5);
    const projected = await space.project(a, { pinned: [feet[0]] });
    expect(distance(placeOf(projected, feet[0]), placeOf(a, feet[0]))).toBeLessThan(1e-3);
    const repaired = await space.repair(a, { pinned: [feet[0]] });
    expect(repaired.rotations).toHaveLength(a.rotations.length);
    const { findings, measures } = await space.check(a);
    expect(Array.isArray(findings)).toBe(true);
    expect(measures.limits).toBeDefined();
    const latent = await space.invert(a, { steps: 10 });
    expect((await space.decode(latent, { steps: 10 })).rotations).toHaveLength(a.rotations.length);
    const position = shifted(restPose(skeleton), feet[0], [0, 0.1, 0]);
    const named = await space.solve([{ joint: feet[0], position }]);
    expect(named).toEqual(await space.solve([{ joint: names.indexOf(feet[0]), position }]));
  });

  it('start checking again after a caller gave up', async () => {
    const other = await openPoseSpace(model, { network, ...PRIOR });
    const pose = model.clips[0].poses[0];
    await expect(other.check(pose, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect((await other.check(pose)).measures.limits).toBeDefined();
    await other.close();
  });
});

describe('a drag', () => {
  const rest = restPose(skeleton);
  const [dragged, ...others] = feet;

  it('moves a joint to its targets while pins stay, each from the pose before', async () => {
    const drag = space.drag(dragged, { pins: others });
    expect(drag.pose).toEqual(rest);
    for (const reach of [0.03, 0.06, 0.09]) {
      const target = shifted(rest, dragged, [0, reach, reach]);
      const before = drag.pose;
      const solved = await drag.to(target);
      expect(distance(placeOf(solved, dragged), target)).toBeLessThan(0.01);
      for (const foot of others) {
        expect(distance(placeOf(solved, foot), placeOf(rest, foot))).toBeLessThan(0.01);
      }
      expect(drag.pose).not.toHaveProperty('errors');
      expect(drag.pose.rotations).toBe(solved.rotations);
      expect(drag.pose).not.toBe(before);
    }
  });

  it('is a solve with the body held upright, softly', async () => {
    const joint = names.indexOf(dragged);
    const position = shifted(rest, dragged, [0, 0.05, 0.1]);
    const root = space.anatomy.sources[0];
    const handles = [
      { joint, position },
      { joint: root, rotation: [0, 0, 0, 1] as const, softness: DRAG_DEFAULTS.lean },
    ];
    const reference = await solveHandles(space, await space.prepare(), handles, { previous: rest });
    const whole = await space.drag(dragged, { locality: 0, feet: [] }).to(position);
    expect(whole.rotations).toEqual(reference.rotations);
  });

  it('leaves other limbs alone, the more the more local it is', async () => {
    const target = shifted(rest, dragged, [0, 0.06, 0.06]);
    const moved = async (locality?: number) => {
      const pose = await space.drag(dragged, { locality, feet: [] }).to(target);
      expect(distance(placeOf(pose, dragged), target)).toBeLessThan(0.01);
      return Math.max(...others.map((foot) => distance(placeOf(pose, foot), placeOf(rest, foot))));
    };
    const [whole, usual, local] = [await moved(0), await moved(), await moved(1)];
    expect(usual).toBeLessThan(0.3 * whole);
    expect(local).toBeLessThan(1e-4);
  });

  it('keeps what was dragged before, and feet on the ground where hips go down', async () => {
    const lifted = space.drag(dragged);
    const target = shifted(rest, dragged, [0, 0.06, 0.06]);
    await lifted.to(target);
    const root = names[space.anatomy.sources[0]];
    const { touched, pose: from } = lifted;
    const lowered = await space.drag(root, { from, touched }).to(shifted(from, root, [0, -0.04, 0]));
    expect(placeOf(lowered, root)[1]).toBeLessThan(placeOf(from, root)[1] - 0.02);
    expect(distance(placeOf(lowered, dragged), target)).toBeLessThan(0.02);
    for (const foot of others) {
      expect(distance(placeOf(lowered, foot), placeOf(rest, foot))).toBeLessThan(0.01);
    }
    const sunk = await space.drag(root).to(shifted(rest, root, [0, -2, 0]));
    for (const foot of feet) expect(placeOf(sunk, foot)[1]).toBeGreaterThan(placeOf(rest, foot)[1] - 1e-4);
  });

  it('starts from a pose, keeps feet on the ground and answers in order', async () => {
    const from = model.clips[0].poses[2];
    const drag = space.drag(names.indexOf(dragged), { from, feet: others });
    const targets = [0.02, 0.04].map((reach) => shifted(from, dragged, [0, reach, 0]));
    const [first, second] = await Promise.all(targets.map((target) => drag.to(target)));
    expect(distance(placeOf(first, dragged), targets[0])).toBeLessThan(0.01);
    expect(distance(placeOf(second, dragged), targets[1])).toBeLessThan(0.01);
    expect(distance(placeOf(second, others[0]), placeOf(from, others[0]))).toBeLessThan(0.01);
    expect(drag.pose.rotations).toBe(second.rotations);
  });

  it('takes the whole body along by its root, unless something is held', async () => {
    const root = names[space.anatomy.sources[0]];
    const target = shifted(rest, root, [0.2, 0, 0.1]);
    const moved = await space.drag(root, { feet: [] }).to(target);
    expect(moved.rotations).toEqual(rest.rotations);
    expect([...moved.root]).toEqual([0.2, 0, 0.1].map((x) => expect.closeTo(x, 5)));
    const pinned = await space
      .drag(root, { feet: [], pins: [dragged] })
      .to(shifted(rest, root, [0, -0.03, 0]));
    expect(distance(placeOf(pinned, dragged), placeOf(rest, dragged))).toBeLessThan(0.01);
  });

  it('moves both sides alike with symmetric editing, and keeps the middle in the middle', async () => {
    const drag = space.drag(dragged, { symmetric: true, feet: [] });
    const [joint, twin] = drag.touched.map((one) => names[Number(one)]);
    expect(joint).toBe(dragged);
    const mirrored = ([x, y, z]: number[]) => [-x, y, z];
    expect(distance(placeOf(rest, twin), mirrored(placeOf(rest, joint)))).toBeLessThan(0.01);
    const solved = await drag.to(shifted(rest, dragged, [0.02, 0.08, 0]));
    expect(distance(placeOf(solved, twin), mirrored(placeOf(solved, joint)))).toBeLessThan(0.02);
    const head = names.find((name) => /^head$/i.test(name))!;
    const [x] = placeOf(rest, head);
    const nod = await space.drag(head, { symmetric: true }).to(shifted(rest, head, [0.1, -0.05, 0]));
    expect(placeOf(nod, head)[0]).toBeCloseTo(x, 2);
  });

  it('moves a point of the skin, and what a joint looks at', async () => {
    const { positions } = model.mesh;
    const vertex =
      positions.findIndex((y, i) => i % 3 === 1 && y > 0.9 * Math.max(...placeOf(rest, names[0]))) / 3;
    const at = [0, 1, 2].map((k) => positions[Math.floor(vertex) * 3 + k]) as [number, number, number];
    const pulled = await space.drag({ vertex: Math.floor(vertex) }).to([at[0], at[1] + 0.02, at[2]]);
    expect(pulled.errors[0]).toBeLessThan(0.01);
    const head = names.find((name) => /^head$/i.test(name))!;
    const looking = space.drag({ joint: head, lookAt: [0, 0, 1] });
    const left = await looking.to([2, placeOf(rest, head)[1], 1]);
    expect(left.rotations).not.toEqual(rest.rotations);
    expect(left.errors[0]).toBeLessThan(0.2);
  });

  it('goes on after a target that failed', async () => {
    const drag = space.drag(dragged);
    await expect(drag.to([Number.NaN, 0, 0])).rejects.toThrow(/finite/);
    expect((await drag.to(shifted(rest, dragged, [0, 0.02, 0]))).errors).toBeDefined();
    expect(() => space.drag('tial')).toThrow(/pose\/drag: there is no joint "tial"; did you mean tail/);
  });
});
