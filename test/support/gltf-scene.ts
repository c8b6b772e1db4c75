/**
 * @file Small glTF documents for tests: nodes, meshes, skins and animations in a few words each.
 */

import { createRng } from '../../src/base/rng.js';
import { type AccessorArray, createGltfBuilder, type GltfBuilder } from '../../src/io/gltf/builder.js';
import { encodeGlb } from '../../src/io/gltf/container.js';
import type { GltfNode, GltfPrimitive } from '../../src/io/gltf/gltf-json.js';
import { buildSceneGraph } from '../../src/io/gltf/scene-graph.js';
import { READ_LIMITS } from '../../src/io/limits.js';
import type { Model } from '../../src/io/model.js';
import { type ReadOptions, readModel } from '../../src/io/read.js';
import { identityMatrix4, invertMatrix4, type Matrix4, multiplyMatrix4 } from '../../src/math/matrix4.js';

export interface ChannelSketch {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly times: readonly number[];
  /** One row per key; in-tangent, value and out-tangent rows for CUBICSPLINE. */
  readonly values: readonly (readonly number[])[];
  readonly interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

export interface BlobOptions {
  /** Points. Default 24. */
  readonly count?: number;
  /** Number of slots of the skin that the weights spread over; none without. */
  readonly jointCount?: number;
  /** Influences that weigh something. Default all slots. */
  readonly influences?: number;
  /** Sets of four influences. Default 1. */
  readonly sets?: number;
  readonly seed?: number;
  /** Half the size of the cloud. Default 1. */
  readonly size?: number;
}

export interface SkinOptions {
  /** From the mesh's space to the scene when it was bound. Default the identity. */
  readonly place?: Matrix4;
  /** World matrices of the joints when bound; by default where they are now. */
  readonly worlds?: readonly Matrix4[];
  /** Leave the inverse bind matrices out. */
  readonly bare?: boolean;
}

export interface SceneSketch extends GltfBuilder {
  /** Adds a node to the scene, or below a parent; `loose` leaves it out of the scene. */
  node(node: GltfNode, parent?: number | 'loose'): number;
  /** World matrix of a node as things stand. */
  world(node: number): Matrix4;
  /** A cloud of points as triangles, with weights where it has joints. */
  blob(options?: BlobOptions): GltfPrimitive;
  mesh(...primitives: GltfPrimitive[]): number;
  skin(joints: readonly number[], options?: SkinOptions): number;
  animate(name: string | undefined, channels: readonly ChannelSketch[]): number;
  glb(): Uint8Array;
  /** The finished document, read. */
  read(options?: ReadOptions): Promise<Model>;
}

export function sketchScene(): SceneSketch {
  const builder = createGltfBuilder();
  const { json } = builder;
  const world = (node: number): Matrix4 => buildSceneGraph(json).worlds[node];
  const glb = (): Uint8Array => encodeGlb(builder.finish());
  return {
    ...builder,
    world,
    node(node, parent) {
      const index = builder.add('nodes', node);
      if (parent === undefined) json.scenes![0].nodes!.push(index);
      else if (parent !== 'loose') {
        const above = json.nodes![parent];
        above.children = [...(above.children ?? []), index];
      }
      return index;
    },
    blob: (options) => addBlob(builder, options),
    mesh: (...primitives) => builder.add('meshes', { primitives }),
    skin(joints, { place = identityMatrix4(), worlds = joints.map(world), bare } = {}) {
      if (bare) return builder.add('skins', { joints: [...joints] });
      const matrices = new Float32Array(joints.length * 16);
      for (const [slot, matrix] of worlds.entries()) {
        matrices.set(multiplyMatrix4(invertMatrix4(matrix)!, place), slot * 16);
        for (let c = 0; c < 4; c++) matrices[slot * 16 + c * 4 + 3] = c === 3 ? 1 : 0;
      }
      return builder.add('skins', {
        joints: [...joints],
        inverseBindMatrices: builder.addAccessor(matrices, 'MAT4'),
      });
    },
    animate(name, channels) {
      const samplers = channels.map(({ path, times, values, interpolation = 'LINEAR' }) => ({
        input: builder.addAccessor(Float32Array.from(times), 'SCALAR', { bounds: true }),
        output: builder.addAccessor(
          Float32Array.from(values.flat()),
          path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3',
        ),
        interpolation,
      }));
      return builder.add('animations', {
        ...(name !== undefined && { name }),
        samplers,
        channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
      });
    },
    glb,
    read: (options) => readModel('sketch.glb', glb(), { limits: READ_LIMITS, ...options }),
  };
}

function addBlob(builder: GltfBuilder, options: BlobOptions = {}): GltfPrimitive {
  const { count = 24, jointCount = 0, sets = 1, seed = 1, size = 1, influences = sets * 4 } = options;
  const rng = createRng(seed);
  const positions = Float32Array.from({ length: count * 3 }, () => rng.range(-size, size));
  const attributes: Record<string, number> = {
    POSITION: builder.addAccessor(positions, 'VEC3', { usage: 'vertex', bounds: true }),
  };
  if (jointCount > 0) {
    const { joints, weights } = randomInfluences(count, jointCount, sets * 4, influences, rng.next);
    for (let set = 0; set < sets; set++) {
      const pick = <T extends AccessorArray>(from: T, into: T): T => {
        for (let i = 0; i < count * 4; i++) into[i] = from[(i >> 2) * sets * 4 + set * 4 + (i & 3)];
        return into;
      };
      attributes[`JOINTS_${set}`] = builder.addAccessor(pick(joints, new Uint8Array(count * 4)), 'VEC4', {
        usage: 'vertex',
      });
      attributes[`WEIGHTS_${set}`] = builder.addAccessor(pick(weights, new Float32Array(count * 4)), 'VEC4', {
        usage: 'vertex',
      });
    }
  }
  const triangles = Uint16Array.from({ length: count - (count % 3) }, (_, i) => i);
  return { attributes, indices: builder.addAccessor(triangles, 'SCALAR', { usage: 'index' }) };
}

/** Each vertex follows different joints, as the format demands; slots beyond them weigh nothing. */
function randomInfluences(
  count: number,
  jointCount: number,
  slots: number,
  influences: number,
  next: () => number,
) {
  const joints = new Uint8Array(count * slots);
  const weights = new Float32Array(count * slots);
  for (let v = 0; v < count; v++) {
    const used = Math.min(influences, jointCount);
    const first = Math.floor(next() * jointCount);
    const row = Array.from({ length: used }, () => 0.1 + next());
    const sum = row.reduce((a, b) => a + b, 0);
    for (let k = 0; k < used; k++) {
      joints[v * slots + k] = (first + k) % jointCount;
      weights[v * slots + k] = row[k] / sum;
    }
  }
  return { joints, weights };
}

/** Gives a primitive normals that all point the same way. */
export function addNormals(builder: GltfBuilder, primitive: GltfPrimitive): void {
  const { count } = builder.json.accessors![primitive.attributes.POSITION];
  const normals = Float32Array.from({ length: count * 3 }, (_, i) => [0.6, 0, 0.8][i % 3]);
  primitive.attributes.NORMAL = builder.addAccessor(normals, 'VEC3', { usage: 'vertex' });
}
