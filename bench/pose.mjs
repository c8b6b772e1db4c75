/**
 * @file Inverse kinematics against three's CCDIKSolver and a FABRIK from npm, and sampling. One thread.
 * `npm run build && node bench/pose.mjs [folder of a model]`; nothing here is a test.
 *
 * Sample creatures, their longest bones split until they have the wanted number of joints. Handles are on all leaves,
 * at their positions in 24 frames of locomotion. Errors are of the joints without a handle, in % of the diameter. One
 * solve is one frame of a drag: ours starts from the previous frame, the others from rest, which suits them best.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelRig } from 'posespace';
import { readSample } from 'posespace/io/node';
import { loadPoseModel, openPoseModel, openRigPoseSpace } from 'posespace/pose';
import { poseJoints } from 'posespace/rig';
import { normaliseRig } from '../dist/pose/records/normalise-rig.js';
import { solveLeastSquares } from '../dist/pose/solve/solve-least-squares.js';
import { leafJoints } from '../lab/eval/handle-sets.ts';
import { createPoseCloud } from '../lab/eval/pose-cloud.ts';
import { completionError } from '../lab/eval/pose-metrics.ts';
import { line, measure, measureSlow, ms } from './measure.mjs';
import { createCcd } from './peers/ccd.mjs';
import { createFabrik } from './peers/fabrik.mjs';
import { refineRig } from './refine.mjs';

const FRAMES = 24;
const folder = process.argv[2] ?? fileURLToPath(new URL('../models/pose', import.meta.url));
const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Frames of a creature's second clip: joint positions, and handles on all leaves. */
async function prepareTask(name, jointCount) {
  const model = await readSample(name);
  const { rig, clips } = refineRig({ rig: modelRig(model), clips: model.clips }, jointCount);
  const body = normaliseRig(rig);
  const { poses } = clips[1];
  const frames = Array.from({ length: FRAMES }, (_, i) => poses[Math.floor((i * poses.length) / FRAMES)]);
  const { positions } = createPoseCloud(body, frames);
  const joints = [0, ...leafJoints(body.parents)];
  const truths = frames.map((_, i) => positions.subarray(i * jointCount * 3, (i + 1) * jointCount * 3));
  const targets = truths.map((truth) => joints.flatMap((j) => [...truth.subarray(j * 3, j * 3 + 3)]));
  return { rig, body, joints, truths, targets };
}

/** Our solver on handles in metres; returns positions as the others do. */
async function createOurs(model, { rig, body, joints }) {
  const space = await openRigPoseSpace(rig, model, { anatomy: 'as-is' });
  await space.prepare();
  const { rest } = rig.skeleton;
  let previous;
  return {
    async solve(goals) {
      const handles = joints.map((joint, h) => ({
        joint,
        position: [0, 1, 2].map((k) => rest[k] + goals[h * 3 + k] / body.scale),
      }));
      previous = await space.solve(handles, { previous });
      const { positions } = poseJoints(rig.skeleton, previous);
      return positions.map((x, i) => (x - rest[i % 3]) * body.scale);
    },
  };
}

async function benchSolving(model) {
  console.log('\nInverse kinematics: handles on all leaves and the root');
  for (const [name, jointCount] of [
    ['crow', 24],
    ['dragon', 64],
    ['dragon', 128],
  ]) {
    const task = await prepareTask(name, jointCount);
    const { body, joints, truths, targets } = task;
    const solvers = {
      posespace: await createOurs(model, task),
      'damped least squares (posespace)': {
        solve: (goals) => solveLeastSquares(body, { joints, targets: goals }).positions,
      },
      'CCD (three), 20 iterations': createCcd(body, joints),
      'FABRIK (ikts)': createFabrik(body, joints),
      'rest pose': { solve: () => body.rest },
    };
    const times = await measure(
      ...Object.values(solvers).map(({ solve }) => {
        let frame = 0;
        return () => solve(targets[frame++ % FRAMES]);
      }),
    );
    line(
      `${jointCount} joints (${name}), ${joints.length - 1} leaves`,
      'per solve',
      'free joints %',
      'handles %',
    );
    for (const [i, [name, { solve }]] of Object.entries(solvers).entries()) {
      const errors = [];
      for (const [f, truth] of truths.entries()) {
        errors.push(completionError(await solve(targets[f]), truth, joints));
      }
      const share = (key) => mean(errors.map((error) => error[key])).toFixed(3);
      line(`  ${name}`, name === 'rest pose' ? '–' : ms(times[i]), share('joints'), share('handles'));
    }
  }
}

async function benchSampling(model, both) {
  console.log('\nSampling: 40 joints, 20 steps');
  const { rig } = await prepareTask('person', 40);
  const space = await openRigPoseSpace(rig, model, { anatomy: 'as-is' });
  const parallel = await openRigPoseSpace(rig, both, { anatomy: 'as-is' });
  const [open, alone, together] = await measureSlow(
    async () => (await openRigPoseSpace(rig, model, { anatomy: 'as-is' })).prepare(),
    () => space.sample({ count: 64, steps: 20 }),
    () => parallel.sample({ count: 64, steps: 20 }),
  );
  line('open a pose space, ready to solve', ms(open));
  line('64 samples, one thread', ms(alone));
  line('64 samples, two threads', ms(together));
}

const files = await loadPoseModel((path) => readFile(join(folder, path)));
const [model, both] = [await openPoseModel(files), await openPoseModel(files, { threads: 2 })];
await benchSolving(model);
await benchSampling(model, both);
await model.close();
await both.close();
