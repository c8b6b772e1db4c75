/**
 * @file A creature in other people's engines: Babylon.js, run without a GPU, plays its clips and moves every vertex to where our
 * own skinning puts it. three.js is held to the same where files are written (src/io).
 */

import type { AnimationGroup } from '@babylonjs/core/Animations/animationGroup.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import { expect, it } from 'vitest';
import { modelRig } from '../src/io/model.js';
import { encodeModel } from '../src/io/write.js';
import { clipDuration } from '../src/motion/clip.js';
import { sampleClip } from '../src/motion/sample-clip.js';
import { createRigSkinner } from '../src/rig/kinematics/skin-mesh.js';
import { sampleCreature } from './support/creatures.js';

it('Babylon.js plays the clips of a creature as we do', async () => {
  const model = sampleCreature('cat').model;
  const [{ bytes }] = (await encodeModel(model, 'wolf.glb')).files;
  Logger.LogLevels = Logger.NoneLogLevel;
  const engine = new NullEngine();
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  const container = await LoadAssetContainerAsync(bytes, scene, { pluginExtension: '.glb' });
  container.addAllToScene();
  expect(container.animationGroups.map(({ name }) => name)).toEqual(model.clips.map(({ name }) => name));

  const nodes = container.transformNodes;
  const atRest = nodes.map(
    ({ position, rotationQuaternion }) =>
      [position.clone(), (rotationQuaternion ?? Quaternion.Identity()).clone()] as const,
  );
  const rig = modelRig(model)!;
  const skinner = createRigSkinner(rig);
  let worst = 0;
  for (const [c, clip] of model.clips.entries()) {
    const group: AnimationGroup = container.animationGroups[c];
    // A clip has channels for what moves in it: the rest is at rest, and not where the last clip left it.
    nodes.forEach((node, i) => {
      node.position.copyFrom(atRest[i][0]);
      node.rotationQuaternion?.copyFrom(atRest[i][1]);
    });
    for (const share of [0, 0.3, 0.7]) {
      const time = clipDuration(clip) * share;
      group.start(false);
      group.pause();
      group.goToFrame(time * 60);
      for (const node of nodes) node.computeWorldMatrix(true);
      const ours = skinner.pose(sampleClip(clip, clip.times[0] + time));
      const theirs = container.meshes.flatMap((mesh) => {
        if (!mesh.skeleton) return [];
        mesh.skeleton.prepare(true);
        const positions = mesh.getPositionData(true)!;
        const world = mesh.computeWorldMatrix(true);
        return Array.from({ length: positions.length / 3 }, (_, v) =>
          Vector3.TransformCoordinates(Vector3.FromArray(positions, v * 3), world),
        );
      });
      expect(theirs.length * 3).toBe(ours.length);
      theirs.forEach(({ x, y, z }, v) => {
        worst = Math.max(worst, Math.hypot(x - ours[v * 3], y - ours[v * 3 + 1], z - ours[v * 3 + 2]));
      });
      group.stop();
    }
  }
  // Metres; the creature is 1.1 m long.
  expect(worst).toBeLessThan(1e-4);
  engine.dispose();
}, 60_000);
