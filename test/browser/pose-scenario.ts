/**
 * @file What Node and the browser both ask of a pose space, so that the test can hold one against the other: the
 * model fetched from a server, a pose at random, the noise behind it, a pose for handles; and what is done with a space
 * once it is there: teach it, walk, project, measure, check, repair, map; and the rig of a bare mesh.
 */

import { createModel, type Model, modelRig, readModel, rigModel } from 'posespace';
import { fetchPoseModel } from 'posespace/io';
import {
  adaptPoseSpace,
  createPlausibilityScorer,
  createPoseChecker,
  interpolatePoses,
  mapPoses,
  openRigPoseSpace,
  projectPose,
  repairPose,
} from 'posespace/pose';
import { confidenceOf, legs, type Pose } from 'posespace/rig';

/** The rig that the networks give a bare mesh. */
async function rigBareMesh({ mesh }: Model, skeletonFolder: string): Promise<number[]> {
  const { rig } = await rigModel(createModel({ name: 'bare', mesh }), {
    method: 'auto',
    network: new URL(skeletonFolder),
  });
  return [...rig.skeleton.parents, ...rig.skeleton.rest, confidenceOf(rig.anatomy), legs(rig.anatomy).length];
}

export async function runPoseScenario(folder: string, skeletonFolder: string, file: string) {
  const files = await fetchPoseModel(folder);
  const model = await readModel('dog.glb', new Uint8Array(await (await fetch(file)).arrayBuffer()));
  const { clips } = model;
  const rig = modelRig(model)!;
  const space = await openRigPoseSpace(rig, files, { priorSamples: 16, priorSteps: 3 });
  const [sample] = await space.sample({ steps: 6, seed: 2 });
  const { noise } = await space.invert(sample, { steps: 4 });
  const { parents, rest } = rig.skeleton;
  const last = parents.length - 1;
  const solved = await space.solve([
    { joint: 0, pin: true },
    { joint: last, position: [rest[last * 3], rest[last * 3 + 1] + 0.05, rest[last * 3 + 2]] },
  ]);
  const taught = adaptPoseSpace(space, clips[1].poses);
  const walk = await interpolatePoses(taught, [clips[0].poses[0], sample], { steps: 4, refinements: 1 });
  const projected = await projectPose(taught, sample);
  const measured = await (await createPlausibilityScorer(taught)).score(sample);
  const checker = await createPoseChecker(taught, { rig, samples: 16 });
  const repaired = await repairPose(taught, sample);
  const map = await mapPoses(taught, [sample, solved]);
  await space.close();
  const rigged = await rigBareMesh(model, skeletonFolder);
  const numbers = (pose: Pose) => [...pose.rotations, ...pose.root];
  return {
    findings: [...solved.findings, ...checker.check(sample).findings].map(({ code }) => code),
    poses: {
      sample: numbers(sample),
      noise: [...noise],
      solved: numbers(solved),
      walked: walk.poses.flatMap(numbers),
      projected: numbers(projected),
      measured: [measured.score, ...measured.joints],
      repaired: numbers(repaired),
      mapped: numbers(map.decode(0.1, 0.2)),
      rigged,
    },
  };
}
