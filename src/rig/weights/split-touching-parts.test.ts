import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../mesh/mesh.js';
import { createBox, createSphere, mergeMeshes } from '../../mesh/primitives.js';
import { weld } from '../../mesh/weld.js';
import { splitTouchingParts } from './split-touching-parts.js';

const part = (mesh: Mesh) => splitTouchingParts(mesh, weld(mesh));
const countVertices = ({ mesh }: { mesh: Mesh }) => mesh.positions.length / 3;

/** Every triangle with corners of its own. */
function unshared({ positions, triangles }: Mesh): Mesh {
  return {
    positions: Float32Array.from([...triangles].flatMap((v) => [...positions.subarray(v * 3, v * 3 + 3)])),
    triangles: Uint32Array.from(triangles.keys()),
  };
}

const body = createBox([2, 2, 2]);

describe('splitTouchingParts', () => {
  it.each([
    ['a corner', createBox([1, 1, 1], [1.5, 1.5, 1.5]), 15],
    ['an edge', createBox([1, 1, 2], [1.5, 1.5, 0]), 14],
    ['a side', createBox([1, 2, 2], [1.5, 0, 0]), 12],
  ] as const)('boxes that share %s are two', (_, other, weldedCount) => {
    const mesh = unshared(mergeMeshes([body, other]));
    expect(countVertices(weld(mesh))).toBe(weldedCount);
    const { mesh: parted, vertexMap } = part(mesh);
    expect(parted.positions).toHaveLength(16 * 3);
    for (let v = 0; v < vertexMap.length; v++) {
      expect(vertexMap[v] < 8).toBe(v < 36);
      for (let k = 0; k < 3; k++) {
        expect(parted.positions[vertexMap[v] * 3 + k]).toBe(mesh.positions[v * 3 + k]);
      }
    }
    expect(parted.triangles).toEqual(mesh.triangles.map((v) => vertexMap[v]));
  });

  it('a surface with seams stays in one piece', () => {
    const ball = createSphere(1, 8, 12);
    const mesh = unshared(ball);
    const welded = weld(mesh);
    expect(splitTouchingParts(mesh, welded)).toBe(welded);
  });

  it('a surface modelled twice stays joined', () => {
    const ball = createSphere(1, 8, 12);
    const back = { ...ball, triangles: ball.triangles.slice().reverse() };
    const mesh = unshared(mergeMeshes([ball, back]));
    expect(countVertices(part(mesh))).toBe(countVertices(weld(mesh)));
  });

  it('fine parts stay joined to what they touch', () => {
    const [one, other] = [createSphere(1, 8, 12), createSphere(1, 8, 12, [0, 2, 0])];
    const mesh = mergeMeshes([one, other]);
    const welded = weld(mesh, { tolerance: 1e-5 });
    expect(countVertices(welded)).toBe(mesh.positions.length / 3 - 1);
    expect(countVertices(splitTouchingParts(mesh, welded))).toBe(countVertices(welded));
  });

  it('does not split a vertex that the source shares, nor number one that nothing uses', () => {
    const boxes = weld(mergeMeshes([body, createBox([1, 1, 1], [1.5, 1.5, 1.5])])).mesh;
    expect(countVertices(part(boxes))).toBe(15);
    const withSpare = { ...body, positions: Float32Array.of(1, 1, 1, ...body.positions) };
    const shifted = { ...withSpare, triangles: body.triangles.map((v) => v + 1) };
    const { vertexMap } = part(shifted);
    expect(Math.max(...vertexMap)).toBe(7);
  });
});
