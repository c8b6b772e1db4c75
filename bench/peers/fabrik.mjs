/**
 * @file Peer of inverse kinematics: FABRIK of ikts, a port of Caliko. Its structures are chains connected to each other,
 * each with its own target, so a skeleton is cut into paths that end in handles: the longest from the root first, then
 * the longest from existing paths. Joints that lead to no handle move rigidly and are not compared.
 */

import { Bone3D, Chain3D, ConnectionType, Structure3D, V3 } from 'ikts';

const vector = (values, i) => new V3(values[i * 3], values[i * 3 + 1], values[i * 3 + 2]);

/** Paths of joints, each from where it is attached to its handle; joints that lead to no handle are on none. */
export function cutPaths(parents, joints) {
  const paths = [];
  const taken = new Map([[0, { path: 0, index: 0 }]]);
  const pathOf = (joint) => {
    const path = [joint];
    while (!taken.has(path[0])) path.unshift(parents[path[0]]);
    return path;
  };
  const left = new Set([...joints].filter((joint) => joint > 0));
  while (left.size > 0) {
    const longest = [...left].map(pathOf).sort((a, b) => b.length - a.length)[0];
    const end = longest[longest.length - 1];
    left.delete(end);
    // This handle lies on the path of another handle, which already passes through it.
    if (longest.length < 2) continue;
    paths.push({ joints: longest, host: taken.get(longest[0]), end });
    longest.forEach((joint, index) => {
      if (!taken.has(joint)) taken.set(joint, { path: paths.length - 1, index });
    });
  }
  return paths;
}

/** A solver for one set of handles. */
export function createFabrik({ parents, rest }, joints, { iterations = 30, tolerance = 1e-3 } = {}) {
  const paths = cutPaths(parents, joints);
  return {
    /** Positions of all joints [J, 3] for targets [H, 3]; NaN for joints on no path. */
    solve(goals) {
      const structure = new Structure3D();
      for (const [i, { joints: path, host, end }] of paths.entries()) {
        const chain = new Chain3D();
        chain.setSolveDistanceThreshold(tolerance);
        chain.setMinIterationChange(tolerance / 100);
        chain.setMaxIterationAttempts(iterations);
        for (let k = 0; k + 1 < path.length; k++)
          chain.addBone(new Bone3D(vector(rest, path[k]), vector(rest, path[k + 1])));
        if (i > 0 && path[0] > 0) {
          chain.setConnectedChainNumber(host.path);
          chain.setConnectedBoneNumber(Math.max(0, host.index - 1));
          chain.setBoneConnectionPoint(host.index > 0 ? ConnectionType.END : ConnectionType.START);
        }
        structure.add(chain, vector(goals, joints.indexOf(end)));
      }
      structure.update();
      const out = new Float64Array(parents.length * 3).fill(NaN);
      out.fill(0, 0, 3);
      for (const [i, { joints: path }] of paths.entries()) {
        const { bones } = structure.getChain(i);
        for (let k = 1; k < path.length; k++) {
          const { x, y, z } = bones[k - 1].end;
          out.set([x, y, z], path[k] * 3);
        }
      }
      return out;
    },
  };
}
