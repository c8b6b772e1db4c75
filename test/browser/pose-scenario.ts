/**
 * @file What Node and the browser both ask of a pose space, so that the test can hold one against the other: the
 * model fetched from a server, a pose at random, the noise behind it, and a pose for handles.
 */

import { makeCreature } from 'posespace/creatures';
import { fetchPoseModel } from 'posespace/io';
import { openPoseSpace } from 'posespace/pose';

export async function runPoseScenario(folder: string) {
  const files = await fetchPoseModel(folder);
  const { rig } = makeCreature('quadruped', { seed: 1 });
  const space = await openPoseSpace(rig, files, { priorSamples: 16, priorSteps: 3 });
  const [sample] = await space.sample({ steps: 6, seed: 2 });
  const { noise } = await space.invert(sample, { steps: 4 });
  const { parents, rest } = rig.skeleton;
  const last = parents.length - 1;
  const solved = await space.solve([
    { joint: 0, pin: true },
    { joint: last, position: [rest[last * 3], rest[last * 3 + 1] + 0.05, rest[last * 3 + 2]] },
  ]);
  await space.close();
  return {
    sample: [...sample.rotations, ...sample.root],
    noise: [...noise],
    solved: [...solved.rotations, ...solved.root],
    findings: solved.findings,
  };
}
