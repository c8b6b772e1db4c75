import { AnimationMixer, type Bone, type Group, type SkinnedMesh, Vector3 } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { describe, expect, it } from 'vitest';
import { type FbxSampleOptions, fbxSample } from '../../../test/samples/fbx-sample.js';
import type { Finding } from '../../base/finding.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { READ_LIMITS } from '../limits.js';
import { modelRig } from '../model.js';
import { readModel } from '../read.js';
import { createBudget } from '../read-budget.js';
import { readFbx } from './read-fbx.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const read = async (text: string) => {
  const findings: Finding[] = [];
  const source = await readFbx(encode(text), {
    name: 'tube.fbx',
    resolve: () => Promise.reject(new Error('none')),
    limits: READ_LIMITS,
    budget: createBudget(READ_LIMITS),
    findings,
  });
  return { ...source, findings };
};

/** What three makes of the file; pictures are taken out, because it would fetch them. */
function loadWithThree(options: FbxSampleOptions): Group {
  const text = fbxSample(options)
    .replace(/\tC: "OP",230,220, "DiffuseColor"\n/, '')
    .replace(/\tTexture: [\s\S]*?\n\t\}\n\tVideo: [\s\S]*?\n\t\}\n/, '');
  return new FBXLoader().parse(encode(text).buffer as ArrayBuffer, '');
}

describe('readFbx', () => {
  it.each<FbxSampleOptions>([{}, { upAxis: 2 }, { unitScaleFactor: 100 }, { extraBones: 1 }])(
    'skins and plays like three: %o',
    async (options) => {
      const group = loadWithThree(options);
      const unit = (options.unitScaleFactor ?? 1) / 100;
      const model = await readModel('tube.fbx', encode(fbxSample(options)));
      const rig = modelRig(model)!;
      expect(model.skeleton!.names).toEqual(expect.arrayContaining(['Hips', 'Spine']));
      const clip = model.clips[0];
      expect(clip.name).toBe('Bend');
      const mixer = new AnimationMixer(group);
      mixer.clipAction(group.animations[0]).play();
      const mesh = group.getObjectByProperty('isSkinnedMesh', true) as SkinnedMesh;
      const skinner = createRigSkinner(rig);
      for (const time of [0, 0.5, 1]) {
        mixer.setTime(time === 1 ? 1 - 1e-9 : time);
        mesh.morphTargetInfluences!.fill(0);
        group.updateMatrixWorld(true);
        const frame = clip.times.findIndex((t) => Math.abs(t - time) < 1e-6);
        expect(frame).toBeGreaterThanOrEqual(0);
        // (1) Joints.
        const joints = poseJoints(model.skeleton!, clip.poses[frame]).positions;
        for (const bone of mesh.skeleton.bones as Bone[]) {
          const j = model.skeleton!.names.indexOf(bone.name);
          const truth = new Vector3().setFromMatrixPosition(bone.matrixWorld).multiplyScalar(unit);
          expect(Math.hypot(...truth.toArray().map((v, k) => v - joints[j * 3 + k]))).toBeLessThan(1e-5);
        }
        // (2) Vertices: every corner of three's is one of ours.
        const posed = skinner.pose(clip.poses[frame]);
        const corners = mesh.geometry.getAttribute('position');
        let worst = 0;
        for (let i = 0; i < corners.count; i++) {
          const truth = mesh
            .getVertexPosition(i, new Vector3())
            .applyMatrix4(mesh.matrixWorld)
            .multiplyScalar(unit);
          let nearest = Number.POSITIVE_INFINITY;
          for (let v = 0; v < posed.length; v += 3) {
            nearest = Math.min(
              nearest,
              Math.hypot(truth.x - posed[v], truth.y - posed[v + 1], truth.z - posed[v + 2]),
            );
          }
          worst = Math.max(worst, nearest);
        }
        expect(worst).toBeLessThan(1e-5 * Math.max(1, unit * 40));
      }
    },
  );

  it('shares vertices and keeps seams', async () => {
    const { json } = await read(fbxSample());
    const primitive = json.meshes![0].primitives[0];
    // 30 points; no corner differs from the others of its point.
    expect(json.accessors![primitive.attributes.POSITION].count).toBe(30);
    expect(json.accessors![primitive.indices!].count).toBe((24 * 2 + 4 + 4) * 3);
    const seams = await read(fbxSample().replace(/(UV: \*\d+ \{\n\t+a: )0,/, '$10.9,'));
    expect(seams.json.accessors![seams.json.meshes![0].primitives[0].attributes.POSITION].count).toBe(31);
  });

  it('keeps more than four influences in a second set', async () => {
    const { json, bin } = await read(fbxSample({ extraBones: 4 }));
    const { attributes } = json.meshes![0].primitives[0];
    expect(attributes.JOINTS_1).toBeDefined();
    const sums = [0, 1].map((set) => {
      const view = json.bufferViews![json.accessors![attributes[`WEIGHTS_${set}`]].bufferView!];
      return new Float32Array(bin.slice(view.byteOffset, view.byteOffset! + view.byteLength).buffer);
    });
    for (let v = 0; v < 30; v++) {
      const row = [...sums[0].slice(v * 4, v * 4 + 4), ...sums[1].slice(v * 4, v * 4 + 4)];
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    }
    expect(sums[1].some((weight) => weight > 0)).toBe(true);
  });

  it('embeds pictures and approximates Phong', async () => {
    const { json, findings } = await read(fbxSample());
    expect(json.images).toMatchObject([{ mimeType: 'image/png', name: 'picture' }]);
    const material = json.materials![0];
    expect(material.name).toBe('Skin');
    expect(material.pbrMetallicRoughness!.baseColorTexture).toEqual({ index: 0 });
    expect(material.pbrMetallicRoughness!.roughnessFactor).toBeCloseTo((2 / 22) ** 0.25, 6);
    expect(findings).toEqual([]);
  });

  it('asks for pictures that are not embedded by name only, and goes on without', async () => {
    const requested: string[] = [];
    const findings: Finding[] = [];
    const text = fbxSample()
      .replace(/\t\tContent: ,\n.*\n/, '')
      .replaceAll('RelativeFilename: "picture.png"', 'RelativeFilename: "..\\\\..\\\\secret\\\\picture.png"');
    const { json } = await readFbx(encode(text), {
      name: 'tube.fbx',
      resolve: (path) => {
        requested.push(path);
        return Promise.reject(new Error('not there'));
      },
      limits: READ_LIMITS,
      budget: createBudget(READ_LIMITS),
      findings,
    });
    expect(requested).toEqual(['picture.png']);
    expect(findings[0].code).toBe('missing-file');
    const factor = json.materials![0].pbrMetallicRoughness!.baseColorFactor!;
    expect(factor[0]).toBeCloseTo(((0.5 + 0.055) / 1.055) ** 2.4, 6);
  });

  it('keeps blend shapes and their curves', async () => {
    const { json } = await read(fbxSample());
    expect(json.meshes![0].extras).toEqual({ targetNames: ['Bulge'] });
    expect(json.meshes![0].primitives[0].targets).toHaveLength(1);
    const channel = json.animations![0].channels.find(({ target }) => target.path === 'weights')!;
    expect(json.nodes![channel.target.node!].name).toBe('Body');
  });

  it('follows cubic curves between keys', async () => {
    // With flat tangents a quarter of the way is 5/32 of the difference.
    const { json, bin } = await read(fbxSample({ keyFlags: 0x408 }));
    const channel = json.animations![0].channels.find(({ target }) => target.path === 'rotation')!;
    const sampler = json.animations![0].samplers[channel.sampler];
    const floats = (accessor: number): Float32Array => {
      const view = json.bufferViews![json.accessors![accessor].bufferView!];
      return new Float32Array(bin.slice(view.byteOffset, view.byteOffset! + view.byteLength).buffer);
    };
    const times = floats(sampler.input);
    const at = times.findIndex((t) => Math.abs(t - 0.1) < 0.02);
    const t = times[at] / 0.5;
    const along = t * t * (3 - 2 * t);
    const expected = [40, 10, 5].map((v) => (v * along * Math.PI) / 360);
    const [c, s] = [expected.map(Math.cos), expected.map(Math.sin)];
    // x then y then z about fixed axes.
    const w = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
    const pre = Math.cos((-15 * Math.PI) / 360);
    const preX = Math.sin((-15 * Math.PI) / 360);
    const x = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
    expect(Math.abs(floats(sampler.output)[at * 4 + 3])).toBeCloseTo(Math.abs(pre * w - preX * x), 5);
  });

  it('steps where keys are constant', async () => {
    const { json } = await read(fbxSample({ keyFlags: 2 }));
    const channel = json.animations![0].channels.find(({ target }) => target.path === 'rotation')!;
    const sampler = json.animations![0].samplers[channel.sampler];
    expect(sampler.interpolation).toBe('STEP');
    expect(json.accessors![sampler.input].count).toBe(3);
  });

  it('keeps bones that move no vertex', async () => {
    const tip =
      '\tModel: 150, "Model::Tip", "LimbNode" {\n\t\tProperties70:  {\n\t\t\tP: "Lcl Translation", "Lcl Translation", "", "A",0,7,0\n\t\t}\n\t}\n';
    const text = fbxSample()
      .replace('\tMaterial: 220', `${tip}\tMaterial: 220`)
      .replace('\tC: "OO",401,400', '\tC: "OO",150,101\n\tC: "OO",401,400');
    const { skeleton } = await readModel('tube.fbx', encode(text));
    expect(skeleton!.names).toContain('Tip');
    const [tipAt, spine] = ['Tip', 'Spine'].map((name) => skeleton!.names.indexOf(name));
    expect(skeleton!.parents[tipAt]).toBe(spine);
    const bone = [0, 1, 2].map((k) => skeleton!.rest[tipAt * 3 + k] - skeleton!.rest[spine * 3 + k]);
    expect(Math.hypot(...bone)).toBeCloseTo(0.07, 6);
  });

  it('says what became of a binary file that was saved as text', async () => {
    await expect(read(`Kaydara FBX Binary   \x1a ${' '.repeat(40)}`)).rejects.toThrow(/saved as text/);
  });

  it('refuses node cycles and old versions', async () => {
    await expect(read(fbxSample().replace('C: "OO",100,0', 'C: "OO",100,101'))).rejects.toThrow(
      /are their own ancestors/,
    );
    await expect(read(fbxSample().replace('FBXVersion: 7400', 'FBXVersion: 6100'))).rejects.toThrow(/6.1/);
  });
});
