/**
 * @file The second opinion: a GLB loaded, animated and skinned by three, to hold ours against.
 */

import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { AnimationMixer, Group, LoopOnce, type Mesh, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect } from 'vitest';
import { encodeGlb, splitGlb } from '../../src/io/gltf/container.js';
import { type Model, modelRig } from '../../src/io/model.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import { skeletonDiameter } from '../../src/rig/rig-records.js';
import { expectClose } from './numbers.js';

export interface ThreeScene {
  /** Plays an animation of the file up to a time. */
  pose(animation: number, time: number): void;
  /** World position of a node. */
  place(node: number): number[];
  /** World positions of the vertices of one primitive under one node. */
  vertices(node: number, primitive: number): number[];
}

export async function loadWithThree(glb: Uint8Array): Promise<ThreeScene> {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  const bytes = withoutLooks(glb).buffer as ArrayBuffer;
  const gltf = await new Promise<GLTF>((done, fail) => loader.parse(bytes, '', done, fail));
  // Everything below one root: joints may lie outside of the scene.
  const nodes: Object3D[] = await gltf.parser.getDependencies('node');
  const root = new Group();
  for (const node of nodes) {
    let top = node;
    while (top.parent) top = top.parent;
    if (top !== root) root.add(top);
  }
  root.updateMatrixWorld(true);
  const defaults = nodes.map((node) => node.clone(false));
  return {
    pose(animation, time) {
      // What another animation moved goes back to where the file has it.
      for (const [i, node] of nodes.entries()) {
        node.position.copy(defaults[i].position);
        node.quaternion.copy(defaults[i].quaternion);
        node.scale.copy(defaults[i].scale);
      }
      const mixer = new AnimationMixer(root);
      const action = mixer.clipAction(gltf.animations[animation]);
      action.setLoop(LoopOnce, 1);
      action.clampWhenFinished = true;
      action.play();
      mixer.setTime(time);
      root.updateMatrixWorld(true);
    },
    place: (node) => new Vector3().setFromMatrixPosition(nodes[node].matrixWorld).toArray(),
    vertices(node, primitive) {
      const object = nodes[node] as Mesh;
      const mesh = object.isMesh ? object : (object.children[primitive] as Mesh);
      expect(mesh.isMesh).toBe(true);
      const position = mesh.geometry.getAttribute('position');
      const out: number[] = [];
      const v = new Vector3();
      for (let i = 0; i < position.count; i++) {
        v.fromBufferAttribute(position, i);
        if ((mesh as SkinnedMesh).isSkinnedMesh) (mesh as SkinnedMesh).applyBoneTransform(i, v);
        out.push(...v.applyMatrix4(mesh.matrixWorld).toArray());
      }
      return out;
    },
  };
}

/** Three needs a browser for pictures, and nothing here looks at them. */
function withoutLooks(glb: Uint8Array): Uint8Array {
  const { json, bin } = splitGlb(glb);
  const { materials: _, textures: _t, images: _i, samplers: _s, ...rest } = structuredClone(json);
  for (const mesh of rest.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
  return encodeGlb({ json: rest, bin: bin ?? new Uint8Array(0) });
}

/**
 * Fails unless every clip of the model puts joints and skinned vertices where three puts those of its file, at every
 * frame of the clip and at `times`. The tolerance is a share of the skeleton's diameter.
 */
export async function expectAsThree(
  model: Model,
  times: readonly number[] = [],
  tolerance = 1e-5,
): Promise<void> {
  const scene = await loadWithThree(encodeGlb(model.source.gltf));
  const skeleton = model.skeleton!;
  const rig = modelRig(model);
  const skinner = rig && createRigSkinner(rig);
  const within = tolerance * Math.max(skeletonDiameter(skeleton), extent(model.mesh.positions));
  expect(model.clips.length).toBeGreaterThan(0);
  for (const [i, clip] of model.clips.entries()) {
    for (const time of [...clip.times, ...times]) {
      scene.pose(model.source.clipAnimations[i], time);
      const pose = sampleClip(clip, time);
      const ours = poseJoints(skeleton, pose).positions;
      for (const [j, node] of model.source.jointNodes.entries()) {
        if (node >= 0) expectClose(ours.subarray(j * 3, j * 3 + 3), scene.place(node), within);
      }
      const posed = skinner?.pose(pose);
      for (const part of model.source.parts) {
        const at = part.vertexStart * 3;
        const mine = posed!.subarray(at, at + part.vertexCount * 3);
        expectClose(mine, scene.vertices(part.node, part.primitive), within);
      }
    }
  }
}

function extent(positions: Float32Array): number {
  return positions.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
}
