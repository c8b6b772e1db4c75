/**
 * @file Peer of inverse kinematics: three's CCDIKSolver on a whole skeleton. Each handle is the effector of a chain up to
 * the root; the chains alternate, one sweep each, for `rounds` iterations.
 *
 * The solver looks for targets among the bones of a SkinnedMesh, so every handle gets an extra bone.
 */

import * as three from 'three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';

/** A solver for one set of handles; joints [H], `reach` is the longest chain, in bones. */
export function createCcd({ parents, rest }, joints, { rounds = 20, reach = Infinity } = {}) {
  const bones = Array.from(parents, () => new three.Bone());
  for (const [j, bone] of bones.entries()) {
    const p = parents[j];
    bone.position.set(...[0, 1, 2].map((k) => rest[j * 3 + k] - (p < 0 ? 0 : rest[p * 3 + k])));
    if (p >= 0) bones[p].add(bone);
  }
  const handles = [...joints].filter((joint) => joint > 0);
  const targets = handles.map(() => new three.Bone());
  const mesh = new three.SkinnedMesh(new three.BufferGeometry());
  mesh.add(bones[0], ...targets);
  mesh.bind(new three.Skeleton([...bones, ...targets]), new three.Matrix4());
  const chains = handles.map((effector, h) => {
    const links = [];
    for (let j = parents[effector]; j >= 0 && links.length < reach; j = parents[j]) links.push({ index: j });
    return { effector, target: bones.length + h, links, iteration: 1 };
  });
  const solver = new CCDIKSolver(mesh, chains);
  const position = new three.Vector3();
  return {
    /** Positions of all joints [J, 3] for targets [H, 3], including the root's if it is a handle. */
    solve(goals) {
      for (const bone of bones) bone.quaternion.identity();
      let h = 0;
      for (const [i, joint] of joints.entries()) {
        if (joint > 0) targets[h++].position.fromArray(goals, i * 3);
      }
      mesh.updateMatrixWorld(true);
      for (let round = 0; round < rounds; round++) solver.update();
      const out = new Float64Array(parents.length * 3);
      for (const [j, bone] of bones.entries())
        position.setFromMatrixPosition(bone.matrixWorld).toArray(out, j * 3);
      return out;
    },
  };
}
