import { describe, expect, it } from 'vitest';
import { compressDraco, compressMeshopt } from '../../../test/support/compressed.js';
import { sketchScene } from '../../../test/support/gltf-scene.js';
import { expectClose } from '../../../test/support/numbers.js';
import {
  addChain,
  DOCUMENTS,
  type Quaternion,
  skinned,
  swing,
  travel,
  turn,
} from '../../../test/support/sample-documents.js';
import { expectAsThree } from '../../../test/support/three-scene.js';
import { expectSameModel } from '../../../test/support/valid-glb.js';
import {
  composeMatrix4,
  determinantMatrix4,
  multiplyMatrix4,
  transformPointInto,
} from '../../math/matrix4.js';
import { multiplyQuaternionInto } from '../../math/quaternion.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { restPose } from '../../rig/rig-records.js';
import { type Model, modelRig } from '../model.js';
import { readModel } from '../read.js';
import { encodeGlb, splitGlb } from './container.js';
import { decodeGltf } from './decode.js';

const make = (name: string) => DOCUMENTS[name]();
const codes = (model: Model) => model.findings.map(({ code }) => code);
const rowSums = ({ skin }: Model) => {
  const { weights, influenceCount } = skin!;
  return Array.from({ length: weights.length / influenceCount }, (_, v) =>
    weights.subarray(v * influenceCount, (v + 1) * influenceCount).reduce((a, b) => a + b, 0),
  );
};
/** Joint that each vertex of a part follows alone, or undefined where there are several. */
function soleJoint(model: Model, part: number): string | undefined {
  const { vertexStart, vertexCount } = model.source.parts[part];
  const { joints, weights, influenceCount } = model.skin!;
  const found = new Set<number>();
  for (let i = vertexStart * influenceCount; i < (vertexStart + vertexCount) * influenceCount; i++) {
    if (weights[i] > 0) found.add(joints[i]);
  }
  return found.size === 1 ? model.skeleton!.names[[...found][0]] : undefined;
}

describe('joints and skinned vertices are where three has them', () => {
  it.each(Object.entries(DOCUMENTS))('%s', async (name, document) => {
    const model = await document().read();
    // Between keys, too, where the motion of a joint is that of one channel.
    const sampled = ['LINEAR, STEP and CUBICSPLINE', 'an animated armature'].includes(name);
    await expectAsThree(model, sampled ? [] : [0.1, 0.33, 0.81]);
    if (model.skin) expectClose(rowSums(model), new Array(rowSums(model).length).fill(1), 1e-6);
  });

  it('between the samples of a CUBICSPLINE to a hundredth of the size', async () => {
    const model = await make('LINEAR, STEP and CUBICSPLINE').read();
    const only = (name: string): Model => {
      const i = model.clips.findIndex((clip) => clip.name === name);
      const clipAnimations = [model.source.clipAnimations[i]];
      return { ...model, clips: [model.clips[i]], source: { ...model.source, clipAnimations } };
    };
    await expectAsThree(only('linear'), [0.05, 0.5, 0.9]);
    await expectAsThree(only('step'), [0.05, 0.25, 0.5, 0.69, 0.9]);
    await expectAsThree(only('cubic'), [0.05, 0.5, 0.9], 1e-2);
  });
});

describe('what a document becomes', () => {
  it('several skins are one skin over one skeleton', async () => {
    const model = await make('several skins over one skeleton').read();
    expect(model.skeleton!.names).toEqual(['hips', 'spine', 'head', 'tail']);
    expect([...model.skeleton!.parents]).toEqual([-1, 0, 1, 0]);
    expect(model.source.parts.map(({ vertexStart }) => vertexStart)).toEqual([0, 24]);
    expect(codes(model)).toEqual([]);
    // The hat lives in a space of its own, fifty units wide; its vertices are in scene space here.
    const place = composeMatrix4([0.3, 0.1, 0], turn(1, 0, 0, 90), [0.01, 0.01, 0.01]);
    const decoded = await decodeGltf(model.source.gltf);
    const raw = decoded.floats(model.source.gltf.json.meshes![1].primitives[0].attributes.POSITION);
    const expected = new Float64Array(72);
    for (let i = 0; i < 72; i += 3) transformPointInto(expected, i, place, raw, i);
    expectClose(model.mesh.positions.subarray(72), expected, 1e-6);
  });

  it('a rigid mesh follows the joint above it', async () => {
    const model = await make('a mesh that hangs rigidly from a joint').read();
    expect(model.skeleton!.names).toEqual(['hips', 'spine', 'head', 'tail']);
    expect(soleJoint(model, 0)).toBeUndefined();
    expect(soleJoint(model, 1)).toBe('head');
  });

  it('an animated node above a mesh is a joint; skeletons apart get a root of ours', async () => {
    const model = await make('a mesh that hangs from an animated node').read();
    expect(model.skeleton!.names).toEqual(['root', 'hips', 'spine', 'head', 'tail', 'bird', 'wing']);
    expect([...model.skeleton!.parents]).toEqual([-1, 0, 1, 2, 1, 0, 5]);
    expect(model.source.jointNodes[0]).toBe(-1);
    expect(soleJoint(model, 1)).toBe('wing');
    expect(model.clips.map(({ name }) => name)).toEqual(['walk', 'fly']);
  });

  it('a scaled and rotated armature is in metres, Y up', async () => {
    const model = await make('an armature scaled by 100, Z up').read();
    expect(model.skeleton!.names).toEqual(['hips', 'spine', 'head', 'tail']);
    expectClose(model.skeleton!.rest.subarray(0, 3), [0.1, 0, -1], 1e-6);
    const extent = model.mesh.positions.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
    expect(extent).toBeGreaterThan(0.9);
    expect(extent).toBeLessThanOrEqual(1);
  });

  it('rest is the bind pose, wherever the file opens', async () => {
    const straight = await skinned().read();
    const model = await make('a bind pose that is not the default').read();
    expect(codes(model)).toEqual(['bind-differs-from-default']);
    expectClose(model.skeleton!.rest, straight.skeleton!.rest, 1e-5);
    expectClose(model.skeleton!.frames.map(Math.abs), straight.skeleton!.frames.map(Math.abs), 1e-5);
    expectClose(model.mesh.positions, straight.mesh.positions, 1e-5);
    expectClose(skinMesh(modelRig(model)!, restPose(model.skeleton!)), straight.mesh.positions, 1e-5);
  });

  it('sparse values replace those they name', async () => {
    const plain = await skinned().read();
    const model = await make('sparse positions').read();
    const expected = plain.mesh.positions.slice();
    expected.set([9, 8, 7], 21);
    expected.set([6, 5, 4], 60);
    expectClose(model.mesh.positions, expected, 1e-6);
  });

  it('normalised shorts are dequantised and placed', async () => {
    const model = await make('quantised positions').read();
    const [x, y] = [Int16Array, Float32Array];
    const decoded = await decodeGltf(model.source.gltf);
    const raw = decoded.raw(model.source.gltf.json.meshes![0].primitives[0].attributes.POSITION);
    expect(raw).toBeInstanceOf(x);
    expect(model.mesh.positions).toBeInstanceOf(y);
    const expected = Array.from(raw.subarray(0, 90), (v, i) => (v / 32767) * 0.8 + [0.2, 0.7, -0.1][i % 3]);
    expectClose(model.mesh.positions.subarray(0, 90), expected, 1e-6);
  });

  it('strips and fans are unrolled, the turning kept', async () => {
    const model = await make('strips, fans and no indices').read();
    const list = [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, 4, 5, 6].concat(
      [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5].map((i) => i + 7),
      Array.from({ length: 9 }, (_, i) => i + 13),
    );
    expect([...model.mesh.triangles]).toEqual(list);
  });

  it('rigid parts on moving nodes are a rig', async () => {
    const model = await make('rigid parts without a skin').read();
    expect(model.skeleton!.names).toEqual(['base', 'arm', 'claw']);
    expect([0, 1, 2].map((part) => soleJoint(model, part))).toEqual(['base', 'arm', 'claw']);
  });

  it('motion without a mesh is a skeleton with all that hangs from it', async () => {
    const model = await make('motion without a mesh').read();
    expect(model.skeleton!.names).toEqual(['hips', 'spine', 'head', 'tail', 'toe']);
    expect(model.mesh.positions.length).toBe(0);
    expect(model.skin).toBeUndefined();
    expect(modelRig(model)).toBeUndefined();
  });

  it('joints and clips of one name get different names', async () => {
    const scene = make('two armatures');
    scene.animate('meet', swing([0], 5));
    scene.animate(undefined, swing([0], 6));
    const model = await scene.read();
    expect(model.skeleton!.names.slice(0, 6)).toEqual(['root', 'hips', 'spine', 'head', 'tail', 'hips_2']);
    expect(new Set(model.skeleton!.names).size).toBe(9);
    expect(model.findings).toEqual([
      expect.objectContaining({ code: 'duplicate-joint-names', count: 4, elements: [5, 6, 7, 8] }),
    ]);
    expect(model.clips.map(({ name }) => name)).toEqual(['meet', 'meet_2', 'clip3']);
  });

  it('a node between two joints is a joint', async () => {
    const model = await make('a node between two joints').read();
    expect(model.skeleton!.names).toEqual(['hips', 'spine', 'head', 'tail']);
    expect([...model.skeleton!.parents]).toEqual([-1, 0, 1, 0]);
  });

  it('the node that ties joints together is their root', async () => {
    const model = await make('joints below a node that is none').read();
    expect(model.skeleton!.names).toEqual(['pelvis', 'left', 'foot0', 'right', 'foot1']);
    expect([...model.skeleton!.parents]).toEqual([-1, 0, 1, 0, 3]);
  });

  it('the rest pose of a rotated body follows its mesh node', async () => {
    const scene = sketchScene();
    const joints = addChain(scene);
    const skin = scene.skin(joints);
    scene.node({ name: 'body', mesh: scene.mesh(scene.blob({ jointCount: 4 })), skin });
    const straight = await scene.read();
    // Half of a right angle and a little: by their own word the joints would rather have a whole one.
    for (const [i, joint] of joints.entries()) {
      const rotation = [...scene.json.nodes![joint].rotation!] as Quaternion;
      if (i === 0) multiplyQuaternionInto(rotation, 0, turn(0, 1, 0, 52), 0, rotation, 0);
      else multiplyQuaternionInto(rotation, 0, rotation, 0, turn(1, i, 0, 4), 0);
      scene.json.nodes![joint].rotation = rotation;
    }
    const model = await scene.read();
    expect(codes(model)).toEqual(['bind-differs-from-default']);
    expectClose(model.skeleton!.rest, straight.skeleton!.rest, 1e-5);
    expectClose(model.mesh.positions, straight.mesh.positions, 1e-5);
  });

  // Regression: a part on a mirrored node was inside out.
  it('a mirrored part keeps its outside', async () => {
    const model = await make('mirrored joints and parts').read();
    const [body, shoe, hat] = model.source.parts.map(({ vertexStart, toScene }) => {
      const first = model.mesh.triangles.indexOf(vertexStart);
      return {
        order: [...model.mesh.triangles.subarray(first, first + 3)].map((v) => v - vertexStart),
        toScene,
      };
    });
    expect([body.order, shoe.order, hat.order]).toEqual([
      [0, 1, 2],
      [0, 2, 1],
      [0, 2, 1],
    ]);
    expect(determinantMatrix4(body.toScene!)).toBeGreaterThan(0);
    expect(determinantMatrix4(hat.toScene!)).toBeLessThan(0);
  });

  it('eight influences are kept', async () => {
    const scene = sketchScene();
    const joints = [...addChain(scene), ...addChain(scene, 1)];
    const body = scene.blob({ jointCount: 8, sets: 2 });
    scene.node({ name: 'body', mesh: scene.mesh(body), skin: scene.skin(joints) });
    scene.animate('walk', swing(joints));
    const model = await scene.read();
    expect(model.skin!.influenceCount).toBe(8);
    expectClose(rowSums(model), new Array(24).fill(1), 1e-6);
    expect(Math.min(...model.skin!.weights)).toBeGreaterThan(0.01);
    // Σ w · world · inverseBind · v by hand; three stops at four.
    const decoded = await decodeGltf(model.source.gltf);
    const binds = decoded.floats(model.source.gltf.json.skins![0].inverseBindMatrices!);
    const posed = skinMesh(modelRig(model)!, sampleClip(model.clips[0], 0.7));
    for (const channel of swing(joints)) {
      scene.json.nodes![channel.node].rotation = [...channel.values[2]] as [number, number, number, number];
    }
    const expected = new Float64Array(72);
    const raw = decoded.floats(body.attributes.POSITION);
    const point = [0, 0, 0];
    for (let v = 0; v < 24; v++)
      for (let set = 0; set < 2; set++)
        for (let k = 0; k < 4; k++) {
          const slot = decoded.raw(body.attributes[`JOINTS_${set}`])[v * 4 + k];
          const weight = decoded.floats(body.attributes[`WEIGHTS_${set}`])[v * 4 + k];
          const matrix = multiplyMatrix4(
            scene.world(joints[slot]),
            Float64Array.from(binds.subarray(slot * 16, slot * 16 + 16)),
          );
          transformPointInto(point, 0, matrix, raw, v * 3);
          for (let c = 0; c < 3; c++) expected[v * 3 + c] += weight * point[c];
        }
    expectClose(posed, expected, 1e-5);
  });

  it('a scene in which nothing moves has no skeleton', async () => {
    const scene = sketchScene();
    const top = scene.node({ name: 'top', scale: [2, 2, 2], translation: [1, 0, 0] });
    scene.node({ mesh: scene.mesh(scene.blob()) }, top);
    const model = await scene.read();
    expect(model.skeleton).toBeUndefined();
    expect(model.skin).toBeUndefined();
    expect(model.clips).toEqual([]);
    const decoded = await decodeGltf(model.source.gltf);
    const raw = decoded.floats(0);
    expectClose(
      model.mesh.positions,
      raw.map((x, i) => 2 * x + (i % 3 === 0 ? 1 : 0)),
      1e-6,
    );
  });

  it('what the scene does not show is not read', async () => {
    const scene = skinned();
    scene.node({ name: 'hidden', mesh: scene.mesh(scene.blob({ count: 300 })) }, 'loose');
    expect((await scene.read()).mesh.positions.length).toBe(72);
  });
});

describe('problems are reported, not passed on', () => {
  it('vertices without weights and weights that do not sum to one', async () => {
    const scene = sketchScene();
    const joints = addChain(scene);
    const body = scene.blob({ jointCount: 4 });
    const weights = new Float32Array(96).fill(0.25);
    weights.fill(0, 0, 4);
    weights.fill(0.5, 4, 8);
    weights[8] = Number.NaN;
    body.attributes.WEIGHTS_0 = scene.addAccessor(weights, 'VEC4', { usage: 'vertex' });
    scene.node({ mesh: scene.mesh(body), skin: scene.skin(joints) });
    const model = await scene.read();
    expect(model.findings).toEqual([
      expect.objectContaining({ code: 'unweighted-vertices', severity: 'error', elements: [0], count: 1 }),
      expect.objectContaining({ code: 'weights-not-normalised', elements: [1, 2], count: 2 }),
    ]);
    expectClose(rowSums(model), new Array(24).fill(1), 1e-6);
    expect(
      soleJoint(
        { ...model, source: { ...model.source, parts: [{ ...model.source.parts[0], vertexCount: 1 }] } },
        0,
      ),
    ).toBe('hips');
  });

  it('points and lines', async () => {
    const scene = skinned();
    scene.json.meshes![0].primitives.push({ ...scene.blob({ jointCount: 4 }), mode: 0 });
    const model = await scene.read();
    expect(model.findings).toEqual([expect.objectContaining({ code: 'not-a-surface', count: 1 })]);
    expect(model.source.parts.length).toBe(1);
  });

  it('channels that cannot be used are left out', async () => {
    const scene = skinned();
    scene.animate('broken', [
      {
        node: 0,
        path: 'rotation',
        times: [0, 1],
        values: [
          [0, 0, 0, 1],
          [0, Number.NaN, 0, 1],
        ],
      },
      {
        node: 1,
        path: 'rotation',
        times: [1, 0],
        values: [
          [0, 0, 0, 1],
          [0, 0, 0, 1],
        ],
      },
      { node: 2, path: 'rotation', times: [0, 1], values: [[0, 0, 0, 1]] },
    ]);
    expect((await scene.read()).clips.map(({ name }) => name)).toEqual(['walk']);
  });

  it('a vertex that follows a joint that is not there', async () => {
    const scene = skinned();
    scene.json.skins![0].joints.pop();
    await expect(scene.read()).rejects.toThrow(/a vertex follows joint 3, its skin has 3/);
  });
});

describe('compressed files are read as their originals', () => {
  it.each(['a skinned body', 'several skins over one skeleton', 'strips, fans and no indices'])(
    'EXT_meshopt_compression: %s',
    async (name) => {
      const plain = make(name);
      const packed = await compressMeshopt(plain.glb());
      const model = await readModel('packed.glb', packed);
      expect(model.source.gltf.json.extensionsRequired).toContain('EXT_meshopt_compression');
      expectSameModel(model, await plain.read());
      await expectAsThree(model, [0.4]);
    },
  );

  it('KHR_meshopt_compression, which is the same under another name', async () => {
    const plain = skinned();
    const { json, bin } = splitGlb(await compressMeshopt(plain.glb()));
    const renamed = JSON.parse(JSON.stringify(json).replaceAll('EXT_meshopt', 'KHR_meshopt'));
    const model = await readModel('packed.glb', encodeGlb({ json: renamed, bin: bin! }));
    expectSameModel({ ...model, name: 'sketch' }, await plain.read());
  });

  it('Draco data whose accessors have another count, with a warning', async () => {
    const plain = skinned();
    const { json, bin } = splitGlb(await compressDraco(plain.glb()));
    const right = await readModel('packed.glb', encodeGlb({ json, bin: bin! }));
    const { attributes, indices } = json.meshes![0].primitives[0];
    json.accessors![attributes.POSITION].count += 3;
    json.accessors![indices!].count += 3;
    const model = await readModel('packed.glb', encodeGlb({ json, bin: bin! }));
    expect(model.findings.map(({ code }) => code)).toContain('draco-counts');
    expectSameModel(model, right);
  });

  it('KHR_draco_mesh_compression', async () => {
    const plain = make('several skins over one skeleton');
    const model = await readModel('packed.glb', await compressDraco(plain.glb()));
    expect(model.source.gltf.json.extensionsRequired).toContain('KHR_draco_mesh_compression');
    const original = await plain.read();
    expect([...model.mesh.triangles]).toEqual([...original.mesh.triangles]);
    expectClose(model.mesh.positions, original.mesh.positions, 1e-4);
    expectClose(model.skin!.weights, original.skin!.weights, 1e-4);
    expect([...model.skin!.joints]).toEqual([...original.skin!.joints]);
    expect(model.clips[0].poses.length).toBe(original.clips[0].poses.length);
  });
});

describe('clips', () => {
  it('have a frame at every key of every channel', async () => {
    const scene = sketchScene();
    const [hips, spine] = addChain(scene);
    const still = [0, 0, 0, 1];
    scene.animate('walk', [
      { node: hips, path: 'rotation', times: [0, 0.5, 2], values: [still, turn(1, 0, 0, 90), still] },
      { node: spine, path: 'rotation', times: [0.25, 0.5], values: [still, turn(0, 1, 0, 90)] },
    ]);
    const model = await scene.read();
    expect([...model.clips[0].times]).toEqual([0, 0.25, 0.5, 2]);
    const sampled = await scene.read({ frameRate: 4 });
    expect([...sampled.clips[0].times]).toEqual([0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]);
    const joints = (m: Model, t: number) => poseJoints(m.skeleton!, sampleClip(m.clips[0], t)).positions;
    expectClose(joints(sampled, 1.25), joints(model, 1.25), 1e-6);
  });

  it('keep what a pose cannot hold: scales beside it, slides as offsets', async () => {
    const scene = skinned();
    scene.animate('grow', [
      {
        node: 1,
        path: 'scale',
        times: [0, 1],
        values: [
          [1, 1, 1],
          [2, 3, 4],
        ],
      },
      {
        node: 3,
        path: 'scale',
        times: [0, 1],
        values: [
          [1, 1, 1],
          [1, 1, 1],
        ],
      },
    ]);
    scene.animate('slide', [travel(1)]);
    const [walk, grow, slide] = (await scene.read()).clips;
    expect(walk.scales).toBeUndefined();
    expect(walk.poses.every(({ offsets }) => offsets === undefined)).toBe(true);
    expect(grow.scales).toEqual([{ joint: 1, values: Float32Array.of(1, 1, 1, 2, 3, 4) }]);
    expect(slide.scales).toBeUndefined();
    expect(slide.poses.every(({ offsets }) => offsets!.length === 12)).toBe(true);
  });

  it('go on smoothly: a joint never changes the side of its quaternion', async () => {
    const scene = sketchScene();
    const [hips] = addChain(scene);
    const times = Array.from({ length: 25 }, (_, i) => i / 10);
    scene.animate('spin', [
      { node: hips, path: 'rotation', times, values: times.map((t) => turn(0, 1, 0, t * 300)) },
    ]);
    const { poses } = (await scene.read()).clips[0];
    for (let f = 1; f < poses.length; f++) {
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += poses[f].rotations[k] * poses[f - 1].rotations[k];
      expect(dot).toBeGreaterThan(0.9);
    }
  });

  it('of things that are no joints are no clips', async () => {
    const scene = skinned();
    const lamp = scene.node({ name: 'lamp' });
    scene.animate('swing', [travel(lamp)]);
    expect((await scene.read()).clips.map(({ name }) => name)).toEqual(['walk']);
  });
});
