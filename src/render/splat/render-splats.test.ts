import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { splatReference } from '../../kernels/splatter.reference.js';
import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import {
  backpropagateJoints,
  poseJoints,
  skinningMatricesInto,
} from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { frameCamera } from '../camera.js';
import { renderMesh } from '../render-mesh.js';
import { bindSplats, createSplats } from './create-splats.js';
import { renderSplats } from './render-splats.js';
import { toSplatArrays } from './splat-cloud.js';
import { createSplatRenderer } from './splat-renderer.js';

const { rig, clips, colors } = sampleCreature('dog');
const splats = createSplats(rig, { count: 8000, colors });
const walk = clips[1].poses[8];

/** A pose whose joint j is rotated by a small vector, and whose root is moved. */
function nudge(
  pose: Pose,
  joint: number,
  vector: readonly number[],
  root: readonly number[] = [0, 0, 0],
): Pose {
  const rotations = Float64Array.from(pose.rotations);
  const turn = new Float64Array(4);
  expRotationInto(turn, 0, vector, 0);
  multiplyQuaternionInto(rotations, joint * 4, pose.rotations, joint * 4, turn, 0);
  return { rotations, root: Float64Array.from(pose.root, (v, k) => v + root[k]) } as unknown as Pose;
}

describe('kernels of a mesh', () => {
  it('cover the body as its surface does', () => {
    const camera = frameCamera(rig.mesh.positions);
    const scene = { camera, width: 160, height: 160, background: [0, 0, 0] } as const;
    const white = { ...splats, colors: splats.colors.map(() => 1) };
    const coverage = createSplatRenderer(white, rig.skeleton, scene).render(restPose(rig.skeleton));
    const solid = renderMesh(rig.mesh, {
      width: 160,
      height: 160,
      camera,
      background: 'transparent',
      ground: false,
    });
    let [both, either] = [0, 0];
    for (let p = 0; p < 160 * 160; p++) {
      const [here, there] = [coverage[p * 3] > 0.5, solid.pixels[p * 4 + 3] > 127];
      both += Number(here && there);
      either += Number(here || there);
    }
    expect(both / either).toBeGreaterThan(0.85);
  });

  it('have the gradients of finite differences with respect to every joint and the root', () => {
    const { skeleton } = rig;
    const arrays = toSplatArrays(createSplats(rig, { count: 300, colors }));
    const camera = frameCamera(rig.mesh.positions, { view: 'side' });
    const view = { ...camera, scale: 16 / camera.halfHeight, perspective: true, ground: 0.02 };
    const rng = createRng(3);
    const gradient = Float32Array.from({ length: 32 * 32 * 3 }, () => rng.normal());
    const draw = (pose: Pose) => {
      const globals = poseJoints(skeleton, pose);
      // In double precision: what is tested are the formulas, the kernel equals the reference.
      const matrices = new Float64Array(skeleton.parents.length * 16) as unknown as Float32Array;
      skinningMatricesInto(matrices, skeleton, globals);
      return { globals, ...splatReference(arrays, matrices, view, [32, 32], new Float32Array(32 * 32 * 3)) };
    };
    const loss = (pose: Pose) => draw(pose).image.reduce((sum, value, i) => sum + value * gradient[i], 0);
    const { globals, backward } = draw(walk);
    const { matrices } = backward(gradient);
    const analytic = backpropagateJoints(skeleton, walk, globals, { matrices });
    const step = 1e-6;
    const slope = (joint: number, turn: number[], shift: number[]) => {
      const back = [turn, shift].map((vector) => vector.map((v) => -v));
      return (
        (loss(nudge(walk, joint, turn, shift)) - loss(nudge(walk, joint, back[0], back[1]))) / (2 * step)
      );
    };
    const pairs: [number, number][] = [];
    for (let k = 0; k < 3; k++) {
      const axis = [0, 1, 2].map((e) => (e === k ? step : 0));
      pairs.push([analytic.root[k], slope(0, [0, 0, 0], axis)]);
      for (let j = 0; j < skeleton.parents.length; j++) {
        pairs.push([analytic.tangents[j * 3 + k], slope(j, axis, [0, 0, 0])]);
      }
    }
    const scale = Math.max(...pairs.map(([, numeric]) => Math.abs(numeric)));
    const errors = pairs
      .map(([expected, numeric]) => Math.abs(expected - numeric) / scale)
      .sort((a, b) => a - b);
    // A kernel that enters or leaves a pixel within the step spoils a difference: nineteen of twenty must agree.
    expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(1e-3);
  });

  it('stand on a checkerboard that the body shades', () => {
    const { pixels } = renderSplats(splats, rig.skeleton, undefined, { width: 64, height: 64 });
    const greys = new Set<number>();
    for (let x = 0; x < 64; x++) greys.add(pixels[(60 * 64 + x) * 4]);
    expect(Math.max(...greys) - Math.min(...greys)).toBeGreaterThan(30);
  });

  it('are bound to a rig from anywhere by the nearest surface', () => {
    const { skin: _, ...cloud } = splats;
    const bound = bindSplats(cloud, rig);
    const [mine, theirs] = [splats, bound].map((one) =>
      renderSplats(one, rig.skeleton, walk, { width: 64, height: 64 }),
    );
    let most = 0;
    for (let i = 0; i < mine.pixels.length; i++)
      most = Math.max(most, Math.abs(mine.pixels[i] - theirs.pixels[i]));
    expect(most).toBeLessThan(40);
  });

  it('refuse a mesh without a surface', () => {
    const mesh = { positions: new Float32Array(9), triangles: new Uint32Array(0) };
    expect(() => createSplats({ ...rig, mesh })).toThrow(/no usable triangle/);
  });
});
