/**
 * @file VRM animations (VRMA): the motion of a humanoid skeleton without a mesh, played by any VRM.
 *
 * Written: the humanoid bones alone, with axes along the world's; what joints between them turn is taken over by the next
 * bone below, and only the hips move. Read: joints get the names of their bones, by which clips are retargeted.
 *
 * Facts from vrm-c/vrm-specification: VRMC_vrm_animation-1.0.
 */

import { PosespaceError } from '../../base/errors.js';
import { relativeQuaternionInto } from '../../math/quaternion.js';
import type { Clip } from '../../motion/clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { GltfSource } from '../gltf/container.js';
import { createModel } from '../gltf/create-model.js';
import type { GltfJson } from '../gltf/gltf-json.js';
import { writeGltfModel } from '../gltf/write-model.js';
import type { Model } from '../model.js';
import { requireHumanoid } from './write-vrm.js';

const EXTENSION = 'VRMC_vrm_animation';

interface HumanBones {
  readonly humanoid?: { readonly humanBones?: Readonly<Record<string, { readonly node?: number }>> };
}

/** Names the nodes of a VRMA after their bones. */
export function nameVrmaNodes(json: GltfJson): GltfJson {
  const bones = (json.extensions?.[EXTENSION] as HumanBones | undefined)?.humanoid?.humanBones;
  if (typeof bones !== 'object' || bones === null) {
    throw new PosespaceError(
      'bad-input',
      'io/read: the file declares no humanoid bones; it is no VRM animation, name it .glb to read it as it is',
    );
  }
  const named = structuredClone(json);
  for (const [bone, where] of Object.entries(bones)) {
    const node = named.nodes?.[where?.node ?? -1];
    if (node) node.name = bone;
  }
  return named;
}

/** The document of a VRMA with one clip. */
export function writeVrma(model: Model, clip: Clip, file: string): GltfSource {
  const { joints } = requireHumanoid(model, file);
  const skeleton = model.skeleton!;
  // Parents first, as the skeleton has them.
  const bones = [...joints].sort(([, a], [, b]) => a - b);
  const boneOf = new Map(bones.map(([, joint], bone) => [joint, bone]));
  const parents = Int16Array.from(bones, ([, joint]) => {
    let at = skeleton.parents[joint];
    while (at >= 0 && !boneOf.has(at)) at = skeleton.parents[at];
    return at < 0 ? -1 : boneOf.get(at)!;
  });
  if (parents.filter((parent) => parent < 0).length !== 1 || bones[0][0] !== 'hips') {
    throw new PosespaceError(
      'bad-input',
      `io/write: "${model.name}" cannot be written to "${file}": its humanoid bones do not all descend from the hips`,
    );
  }
  const human: Skeleton = {
    names: bones.map(([bone]) => bone),
    parents,
    rest: Float32Array.from(
      bones.flatMap(([, joint]) => [...skeleton.rest.subarray(joint * 3, joint * 3 + 3)]),
    ),
    frames: Float32Array.from(bones.flatMap(() => [0, 0, 0, 1])),
  };
  const poses = clip.poses.map((pose) => {
    const { positions, rotations } = poseJoints(skeleton, pose);
    const own = new Float32Array(bones.length * 4);
    bones.forEach(([, joint], bone) => {
      if (parents[bone] < 0) own.set(rotations.subarray(joint * 4, joint * 4 + 4), bone * 4);
      else
        relativeQuaternionInto(own, bone * 4, rotations, bones[parents[bone]][1] * 4, rotations, joint * 4);
    });
    const hips = bones[0][1];
    const root = Float32Array.from([0, 1, 2], (k) => positions[hips * 3 + k] - skeleton.rest[hips * 3 + k]);
    return { rotations: own, root };
  });
  const empty = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
  const motion = createModel({
    name: model.name,
    mesh: empty,
    skeleton: human,
    clips: [{ name: clip.name, times: clip.times, poses }],
  });
  const { json, bin } = writeGltfModel(motion);
  const nodeOf = new Map(json.nodes!.map((node, index) => [node.name, index]));
  const humanBones = Object.fromEntries(human.names.map((bone) => [bone, { node: nodeOf.get(bone) }]));
  const hips = nodeOf.get('hips');
  return {
    json: {
      ...json,
      // Rounding may have moved others by a hair; VRM knows only moving hips.
      animations: json.animations!.map((animation) => ({
        ...animation,
        channels: animation.channels.filter(
          ({ target }) =>
            target.path === 'rotation' || (target.path === 'translation' && target.node === hips),
        ),
      })),
      extensionsUsed: [...(json.extensionsUsed ?? []), EXTENSION],
      extensions: { [EXTENSION]: { specVersion: '1.0', humanoid: { humanBones } } },
    },
    bin,
  };
}
