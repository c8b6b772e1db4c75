/**
 * @file glTF documents of every kind that readers and writers must get right, small and made in code.
 */

import { createRng } from '../../src/base/rng.js';
import { composeMatrix4, multiplyMatrix4 } from '../../src/math/matrix4.js';
import { axisAngleInto, multiplyQuaternionInto } from '../../src/math/quaternion.js';
import { type ChannelSketch, type SceneSketch, sketchScene } from './gltf-scene.js';
import { randomQuaternion, randomVector } from './random-rig.js';

export type Quaternion = [number, number, number, number];
export type Vector = [number, number, number];

/** A rotation by degrees about an axis. */
export function turn(x: number, y: number, z: number, degrees: number): Quaternion {
  const length = Math.hypot(x, y, z);
  const out: Quaternion = [0, 0, 0, 1];
  axisAngleInto(out, 0, x / length, y / length, z / length, (degrees * Math.PI) / 180);
  return out;
}

/** A chain of joints with turned axes and a fork, below a node or at the top. */
export function addChain(scene: SceneSketch, parent?: number | 'loose', scale = 1): number[] {
  const at = (x: number, y: number, z: number) => [x * scale, y * scale, z * scale] as Vector;
  const hips = scene.node({ name: 'hips', translation: at(0.1, 1, 0), rotation: turn(1, 2, 3, 50) }, parent);
  const spine = scene.node(
    { name: 'spine', translation: at(0, 0.5, 0.1), rotation: turn(0, 1, 1, 70) },
    hips,
  );
  const head = scene.node(
    { name: 'head', translation: at(0.1, 0.4, 0), rotation: turn(1, 0, 1, -40) },
    spine,
  );
  const tail = scene.node(
    { name: 'tail', translation: at(0, -0.1, -0.6), rotation: turn(1, 1, 0, 160) },
    hips,
  );
  return [hips, spine, head, tail];
}

/** Random rotations over a second for nodes, each keyed at its own times. */
export function swing(nodes: readonly number[], seed = 3): ChannelSketch[] {
  const rng = createRng(seed);
  return nodes.map((node, i) => {
    const times = [0, 0.2 + 0.1 * (i % 3), 0.7, 1];
    return { node, path: 'rotation', times, values: times.map(() => randomQuaternion(rng)) };
  });
}

/** Positions over a second. */
export function travel(node: number, seed = 4, size = 1): ChannelSketch {
  const rng = createRng(seed);
  const times = [0, 0.5, 1];
  return { node, path: 'translation', times, values: times.map(() => randomVector(rng, size)) };
}

/** A skinned body on a chain with one clip: what most files are. */
export function skinned(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.animate('walk', [...swing(joints), travel(joints[0])]);
  return scene;
}

function severalSkins(): SceneSketch {
  const scene = sketchScene();
  const [hips, spine, head, tail] = addChain(scene);
  const place = composeMatrix4([0.3, 0.1, 0], turn(1, 0, 0, 90), [0.01, 0.01, 0.01]);
  const legs = scene.skin([tail, hips, spine]);
  const hat = scene.skin([head, spine], { place });
  scene.node({ name: 'legs', mesh: scene.mesh(scene.blob({ jointCount: 3 })), skin: legs });
  scene.node({ name: 'hat', mesh: scene.mesh(scene.blob({ jointCount: 2, size: 50, seed: 2 })), skin: hat });
  scene.animate('walk', swing([hips, spine, head, tail]));
  return scene;
}

function rigidOnJoint(): SceneSketch {
  const scene = skinned();
  const sword = scene.mesh(scene.blob({ seed: 5 }));
  const grip = scene.node({ name: 'grip', rotation: turn(0, 0, 1, 30), translation: [0, 0.2, 0] }, 2);
  scene.node({ name: 'sword', mesh: sword, scale: [0.1, 0.5, 0.2], rotation: turn(1, 1, 1, 45) }, grip);
  return scene;
}

function rigidOnAnimated(): SceneSketch {
  const scene = skinned();
  const bird = scene.node({ name: 'bird', translation: [2, 0, 0], rotation: turn(0, 1, 0, 30) });
  const wing = scene.node(
    { name: 'wing', translation: [0.5, 0, 0], mesh: scene.mesh(scene.blob({ seed: 6 })) },
    bird,
  );
  scene.animate('fly', [...swing([bird, wing], 8), travel(bird, 9)]);
  return scene;
}

function scaledMeshNodes(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  // The transform of a skinned mesh's node does not count.
  scene.node({
    name: 'body',
    mesh: scene.mesh(scene.blob({ jointCount: 4 })),
    skin: scene.skin(joints),
    scale: [1, 3, 0.2],
    translation: [5, 5, 5],
  });
  const holder = scene.node({ name: 'holder', scale: [2, 0.5, 1], rotation: turn(0, 1, 0, 20) }, joints[2]);
  scene.node({ name: 'hat', mesh: scene.mesh(scene.blob({ seed: 2 })), rotation: turn(1, 0, 0, 33) }, holder);
  scene.animate('walk', swing(joints));
  return scene;
}

/** Exported in centimetres with Z up: every joint below a node that turns and scales. */
function hundredfoldArmature(): SceneSketch {
  const scene = sketchScene();
  const armature = scene.node({ name: 'Armature', rotation: turn(1, 0, 0, -90), scale: [100, 100, 100] });
  const joints = addChain(scene, armature, 0.01);
  const place = multiplyMatrix4(scene.world(armature), composeMatrix4([0, 0, 0], [0, 0, 0, 1], [1, 1, 1]));
  const body = scene.mesh(scene.blob({ jointCount: 4, size: 0.01 }));
  scene.node({ name: 'body', mesh: body, skin: scene.skin(joints, { place }) }, armature);
  scene.animate('walk', [...swing(joints), travel(joints[0], 4, 0.01)]);
  return scene;
}

function mirroredArmature(): SceneSketch {
  const scene = sketchScene();
  const armature = scene.node({ name: 'Armature', scale: [-1, 1, 1], translation: [0, 1, 0] });
  const joints = addChain(scene, armature);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.animate('walk', [...swing(joints), travel(joints[0])]);
  return scene;
}

/** Leaves the joints in another pose than the one they are bound in, as idling differs from arms stretched out. */
function disturb(scene: SceneSketch, joints: readonly number[]): void {
  for (const [i, joint] of joints.entries()) {
    const node = scene.json.nodes![joint];
    const rotation: Quaternion = [0, 0, 0, 1];
    multiplyQuaternionInto(rotation, 0, node.rotation!, 0, turn(i, 1, 2, 5 + 10 * i), 0);
    node.rotation = rotation;
  }
}

function boundElsewhere(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  const skin = scene.skin(joints);
  disturb(scene, joints);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin });
  scene.animate('walk', swing(joints));
  return scene;
}

function jointsOutsideScene(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene, 'loose');
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.animate('walk', [...swing(joints), travel(joints[0])]);
  return scene;
}

function sparsePositions(): SceneSketch {
  const scene = skinned();
  const accessor = scene.json.accessors![scene.json.meshes![0].primitives[0].attributes.POSITION];
  // Large values at two vertices that hold no extreme, so that the bounds are known.
  accessor.sparse = {
    count: 2,
    indices: { bufferView: scene.addBytes(Uint8Array.of(7, 20)), componentType: 5121 },
    values: { bufferView: scene.addBytes(new Uint8Array(Float32Array.of(9, 8, 7, 6, 5, 4).buffer)) },
  };
  accessor.max = [9, 8, 7];
  return scene;
}

/** Normalised shorts, the way gltfpack stores them: the dequantisation is in the bind matrices and in the node. */
function quantised(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  const rng = createRng(6);
  const positions = Int16Array.from({ length: 30 * 3 }, () => Math.round(rng.range(-32767, 32767)));
  const points = () =>
    scene.addAccessor(positions, 'VEC3', { usage: 'vertex', normalized: true, bounds: true });
  const body = scene.blob({ jointCount: 4, count: 30 });
  const rigid = scene.blob({ count: 30 });
  body.attributes.POSITION = points();
  rigid.attributes.POSITION = points();
  const place = composeMatrix4([0.2, 0.7, -0.1], [0, 0, 0, 1], [0.8, 0.8, 0.8]);
  scene.node({ name: 'body', mesh: scene.mesh(body), skin: scene.skin(joints, { place }) });
  scene.node(
    { name: 'hat', mesh: scene.mesh(rigid), scale: [0.3, 0.3, 0.3], translation: [0, 0.2, 0] },
    joints[2],
  );
  scene.json.extensionsUsed = ['KHR_mesh_quantization'];
  scene.json.extensionsRequired = ['KHR_mesh_quantization'];
  scene.animate('walk', swing(joints));
  return scene;
}

function stripsAndFans(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  const strip = { ...scene.blob({ jointCount: 4, count: 7 }), mode: 5 as const };
  const fan = { ...scene.blob({ jointCount: 4, count: 6, seed: 2 }), mode: 6 as const };
  const bare = { ...scene.blob({ jointCount: 4, count: 9, seed: 3 }) };
  const order = [0, 1, 2, 3, 4, 5, 6];
  strip.indices = scene.addAccessor(Uint16Array.from(order), 'SCALAR', { usage: 'index' });
  fan.indices = scene.addAccessor(Uint16Array.from(order.slice(0, 6)), 'SCALAR', { usage: 'index' });
  delete bare.indices;
  scene.node({ name: 'body', mesh: scene.mesh(strip, fan, bare), skin: scene.skin(joints) });
  scene.animate('walk', swing(joints));
  return scene;
}

/** Rigid parts on moving nodes; no skin anywhere. */
function robot(): SceneSketch {
  const scene = sketchScene();
  const base = scene.node({ name: 'base', translation: [0, 0.5, 0], mesh: scene.mesh(scene.blob()) });
  const arm = scene.node({ name: 'arm', translation: [0, 1, 0], rotation: turn(0, 0, 1, 20) }, base);
  scene.node({ name: 'shell', rotation: turn(1, 0, 0, 60), mesh: scene.mesh(scene.blob({ seed: 2 })) }, arm);
  const claw = scene.node(
    { name: 'claw', translation: [0.5, 0.5, 0], mesh: scene.mesh(scene.blob({ seed: 3 })) },
    arm,
  );
  scene.animate('wave', [...swing([base, arm, claw]), travel(base)]);
  return scene;
}

function motionOnly(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  scene.node({ name: 'toe', translation: [0, -0.2, 0] }, joints[3]);
  scene.animate('walk', [...swing(joints), travel(joints[0])]);
  return scene;
}

function twoArmatures(): SceneSketch {
  const scene = sketchScene();
  const first = addChain(scene);
  const second = addChain(scene);
  scene.node({ name: 'cat', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(first) });
  scene.node({
    name: 'dog',
    mesh: scene.mesh(scene.blob({ jointCount: 4, seed: 2 })),
    skin: scene.skin(second),
  });
  scene.animate('meet', [...swing(first), ...swing(second, 8), travel(second[0])]);
  return scene;
}

function matrixNodes(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  const skin = scene.skin(joints);
  for (const joint of [joints[1], joints[3]]) {
    const node = scene.json.nodes![joint];
    const matrix = composeMatrix4(node.translation!, node.rotation!, [1, 1, 1]);
    scene.json.nodes![joint] = {
      name: node.name,
      matrix: [...matrix] as GltfMatrix,
      ...(node.children && { children: node.children }),
    };
  }
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin });
  scene.animate('walk', [...swing([joints[0], joints[2]]), travel(joints[0])]);
  return scene;
}
type GltfMatrix = NonNullable<NonNullable<SceneSketch['json']['nodes']>[number]['matrix']>;

function interpolations(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  const rng = createRng(12);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  const [linear, stepped, cubic, other] = swing(joints, 11);
  const rows = (values: readonly (readonly number[])[]) =>
    values.flatMap((value) => [value.map(() => rng.range(-1, 1)), value, value.map(() => rng.range(-1, 1))]);
  const smooth = (channel: ChannelSketch): ChannelSketch => ({
    ...channel,
    interpolation: 'CUBICSPLINE',
    values: rows(channel.values),
  });
  scene.animate('linear', [linear, stepped]);
  scene.animate('step', [
    { ...stepped, interpolation: 'STEP' },
    { ...travel(joints[0]), interpolation: 'STEP' },
  ]);
  scene.animate('cubic', [smooth(cubic), smooth(travel(joints[0]))]);
  scene.animate('mixed', [linear, { ...stepped, interpolation: 'STEP' }, smooth(cubic), other]);
  return scene;
}

/** Joints that carry a scale at rest, and channels that move joints off their bones. */
function scaledAndSliding(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  scene.json.nodes![joints[1]].scale = [1.7, 1.7, 1.7];
  scene.json.nodes![joints[3]].scale = [2, 0.5, 1];
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.animate('slide', [...swing(joints), travel(joints[1]), travel(joints[3], 6)]);
  return scene;
}

/** Without bind matrices every joint has the vertices in its own space, so only a single influence makes sense. */
function withoutBindMatrices(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  const body = scene.mesh(scene.blob({ jointCount: 4, influences: 1 }));
  scene.node({ name: 'body', mesh: body, skin: scene.skin(joints, { bare: true }) });
  scene.animate('walk', swing(joints));
  return scene;
}

/** The node above the root joint moves, too. */
function animatedArmature(): SceneSketch {
  const scene = sketchScene();
  const armature = scene.node({ name: 'Armature', rotation: turn(1, 0, 0, -90), scale: [2, 2, 2] });
  const joints = addChain(scene, armature);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.animate('walk', [...swing(joints), ...swing([armature], 7), travel(armature)]);
  return scene;
}

/** A joint that no skin names, between two that one does. */
function nodeBetweenJoints(): SceneSketch {
  const scene = sketchScene();
  const [hips, spine, head, tail] = addChain(scene);
  const skin = scene.skin([hips, head, tail]);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 3 })), skin });
  scene.animate('walk', swing([hips, spine, head, tail]));
  return scene;
}

/** Limbs that hang from a node which no skin names. */
function jointsBelowNode(): SceneSketch {
  const scene = sketchScene();
  const armature = scene.node({ name: 'Armature', rotation: turn(0, 1, 0, 25), translation: [0, 0.5, 0] });
  const pelvis = scene.node(
    { name: 'pelvis', translation: [0, 0.5, 0], rotation: turn(1, 0, 0, 30) },
    armature,
  );
  const legs = ['left', 'right'].map((name, i) =>
    scene.node({ name, translation: [i - 0.5, -0.5, 0], rotation: turn(0, 1, 1, 40 + i) }, pelvis),
  );
  const feet = legs.map((leg, i) => scene.node({ name: `foot${i}`, translation: [0, -0.5, 0.1] }, leg));
  const joints = [...legs, ...feet];
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.animate('walk', swing([...joints, pelvis]));
  return scene;
}

/** Two skins that share joints, each with joints of its own, in a file that opens in another pose. */
function skinsBoundElsewhere(): SceneSketch {
  const scene = sketchScene();
  const [hips, spine, head, tail] = addChain(scene);
  const ear = scene.node({ name: 'ear', translation: [0.1, 0.2, 0], rotation: turn(0, 0, 1, 80) }, head);
  const place = composeMatrix4([0.3, 0.1, 0], turn(1, 2, 0, 40), [0.5, 0.5, 0.5]);
  const body = scene.skin([hips, spine, head, tail]);
  const hat = scene.skin([ear, head], { place });
  disturb(scene, [hips, spine, head, tail, ear]);
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: body });
  scene.node({ name: 'hat', mesh: scene.mesh(scene.blob({ jointCount: 2, seed: 2 })), skin: hat });
  scene.animate('walk', swing([hips, spine, head, tail, ear]));
  return scene;
}

/** A limb that was modelled once and mirrored, and rigid parts on mirrored nodes. */
function mirroredParts(): SceneSketch {
  const scene = sketchScene();
  const joints = addChain(scene);
  scene.json.nodes![joints[3]].scale = [-1, 1, 1];
  scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin: scene.skin(joints) });
  scene.node({ name: 'shoe', mesh: scene.mesh(scene.blob({ seed: 2 })) }, joints[3]);
  scene.node({ name: 'hat', scale: [1, -2, 1], mesh: scene.mesh(scene.blob({ seed: 3 })) }, joints[2]);
  scene.animate('walk', [...swing(joints), travel(joints[0])]);
  return scene;
}

/** Every document, by what is special about it. */
export const DOCUMENTS: Readonly<Record<string, () => SceneSketch>> = Object.freeze({
  'a skinned body': skinned,
  'several skins over one skeleton': severalSkins,
  'a mesh that hangs rigidly from a joint': rigidOnJoint,
  'a mesh that hangs from an animated node': rigidOnAnimated,
  'mesh nodes with uneven scales': scaledMeshNodes,
  'an armature scaled by 100, Z up': hundredfoldArmature,
  'a mirrored armature': mirroredArmature,
  'a bind pose that is not the default': boundElsewhere,
  'joints outside of the scene': jointsOutsideScene,
  'sparse positions': sparsePositions,
  'quantised positions': quantised,
  'strips, fans and no indices': stripsAndFans,
  'rigid parts without a skin': robot,
  'motion without a mesh': motionOnly,
  'two armatures': twoArmatures,
  'nodes with matrices': matrixNodes,
  'LINEAR, STEP and CUBICSPLINE': interpolations,
  'joints with scales, and sliding ones': scaledAndSliding,
  'no bind matrices': withoutBindMatrices,
  'an animated armature': animatedArmature,
  'a node between two joints': nodeBetweenJoints,
  'joints below a node that is none': jointsBelowNode,
  'several skins in another pose than bound': skinsBoundElsewhere,
  'mirrored joints and parts': mirroredParts,
});

/** A 1 × 1 PNG. */
export const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
);

/** A picture, a texture and a material with an extension and extras; returns the material. */
export function addTexturedMaterial(scene: SceneSketch): number {
  const image = scene.add('images', {
    name: 'fur',
    mimeType: 'image/png',
    bufferView: scene.addBytes(PICTURE),
  });
  const texture = scene.add('textures', { source: image, sampler: scene.add('samplers', { wrapS: 33071 }) });
  scene.json.extensionsUsed = [...(scene.json.extensionsUsed ?? []), 'KHR_materials_unlit'];
  return scene.add('materials', {
    name: 'coat',
    pbrMetallicRoughness: { baseColorTexture: { index: texture }, baseColorFactor: [0.5, 0.25, 1, 1] },
    extensions: { KHR_materials_unlit: {} },
    extras: { artist: 'Ada' },
    doubleSided: true,
  });
}

/** Everything a file may carry beside its rig: texture, colours, morphs with their motion, a camera, extras. */
export function dressed(): SceneSketch {
  const scene = skinned();
  const { json } = scene;
  const rng = createRng(21);
  const primitive = json.meshes![0].primitives[0];
  const floats = (length: number, low: number, high: number) =>
    Float32Array.from({ length }, () => rng.range(low, high));
  primitive.material = addTexturedMaterial(scene);
  primitive.attributes.TEXCOORD_0 = scene.addAccessor(floats(48, 0, 1), 'VEC2', { usage: 'vertex' });
  primitive.attributes.COLOR_0 = scene.addAccessor(
    Uint8Array.from({ length: 96 }, () => rng.integer(256)),
    'VEC4',
    { usage: 'vertex', normalized: true },
  );
  primitive.targets = [
    { POSITION: scene.addAccessor(floats(72, -0.1, 0.1), 'VEC3', { usage: 'vertex', bounds: true }) },
  ];
  json.meshes![0].weights = [0.5];
  json.meshes![0].extras = { targetNames: ['smile'] };
  json.asset = { version: '2.0', generator: 'somebody else', copyright: 'Ada', extras: { mark: 7 } };
  json.cameras = [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }];
  const camera = scene.node({ name: 'camera', camera: 0, extras: { shot: 1 } });
  json.nodes![0].extras = { rig: 'left alone' };
  const [walk] = json.animations!;
  const times = scene.addAccessor(Float32Array.of(0, 1), 'SCALAR', { bounds: true });
  const smile = scene.addAccessor(Float32Array.of(0, 1), 'SCALAR');
  walk.extras = { loop: true };
  walk.samplers.push({ input: times, output: smile, interpolation: 'LINEAR' });
  walk.channels.push({
    sampler: walk.samplers.length - 1,
    target: { node: json.nodes!.findIndex(({ mesh }) => mesh === 0), path: 'weights' },
  });
  scene.animate('pan', [travel(camera)]);
  return scene;
}

/** A scene without bones: one mesh shown twice, one of two primitives, nodes that turn and scale. */
export function furniture(): SceneSketch {
  const scene = sketchScene();
  const material = addTexturedMaterial(scene);
  const rng = createRng(31);
  const textured = (seed: number, size: number) => {
    const { attributes, indices } = scene.blob({ seed, size });
    const uvs = Float32Array.from({ length: 48 }, () => rng.next());
    attributes.TEXCOORD_0 = scene.addAccessor(uvs, 'VEC2', { usage: 'vertex' });
    return { attributes, indices, material };
  };
  const chair = scene.mesh(textured(1, 1));
  const table = scene.mesh(textured(2, 100), scene.blob({ seed: 3, size: 100 }));
  const room = scene.node({ name: 'room', rotation: turn(1, 0, 0, -90), extras: { area: 12 } });
  scene.node({ name: 'left', mesh: chair, translation: [1, 0, 0] }, room);
  scene.node({ name: 'right', mesh: chair, translation: [-1, 0, 0], rotation: turn(0, 1, 0, 180) }, room);
  scene.node({ name: 'table', mesh: table, scale: [0.01, 0.02, 0.03] });
  return scene;
}
