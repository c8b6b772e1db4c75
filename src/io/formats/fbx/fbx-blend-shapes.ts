/** @file Blend shapes of an FBX that is written, and the curves that move them, in percent. */

import type { MorphCurve, MorphTarget } from '../../gltf/read-morphs.js';
import { addObject, connect, type Draft, named, node } from './fbx-draft.js';
import { addCurves } from './fbx-stack.js';

/** Appends a channel per target and returns their ids. */
export function addBlendShapes(draft: Draft, geometry: bigint, targets: readonly MorphTarget[]): bigint[] {
  if (targets.length === 0) return [];
  const deformer = addObject(draft, 'Deformer', named('', 'Deformer'), 'BlendShape', [
    node('Version', [100]),
  ]);
  connect(draft, deformer, geometry);
  return targets.map(({ name, weight, displacements }) => {
    const channel = addObject(draft, 'Deformer', named(name, 'SubDeformer'), 'BlendShapeChannel', [
      node('Version', [100]),
      node('DeformPercent', [{ double: weight * 100 }]),
      node('FullWeights', [Float64Array.of(100)]),
    ]);
    const indices: number[] = [];
    for (let v = 0; v * 3 < displacements.length; v++) {
      if (displacements.subarray(v * 3, v * 3 + 3).some((value) => value !== 0)) indices.push(v);
    }
    // A shape that moves nothing still has a vertex: readers stumble over empty arrays.
    if (indices.length === 0) indices.push(0);
    const moved = Float64Array.from(indices.flatMap((v) => [...displacements.subarray(v * 3, v * 3 + 3)]));
    const shape = addObject(draft, 'Geometry', named(name, 'Geometry'), 'Shape', [
      node('Version', [100]),
      node('Indexes', [Int32Array.from(indices)]),
      node('Vertices', [moved]),
      node('Normals', [new Float64Array(moved.length)]),
    ]);
    connect(draft, channel, deformer);
    connect(draft, shape, channel);
    return channel;
  });
}

/** Appends curves of blend shapes to a layer whose first moment is `start`. */
export function addShapeCurves(
  draft: Draft,
  layer: bigint,
  shapes: readonly bigint[],
  curves: readonly MorphCurve[],
  start: number,
): void {
  for (const { target, times, values } of curves) {
    addCurves(
      draft,
      layer,
      {
        object: shapes[target],
        letter: 'DeformPercent',
        property: 'DeformPercent',
        channels: ['d|DeformPercent'],
      },
      times.map((time) => Math.max(0, time - start)),
      Array.from(values, (value) => [value * 100]),
    );
  }
}
