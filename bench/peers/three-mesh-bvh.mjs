/**
 * @file Peer of self-intersection in JavaScript: three-mesh-bvh. Its tree is refitted and cast against itself, with its
 * own triangle test. It does not know neighbours, so pairs that share a vertex are left out here.
 */

import * as three from 'three';
import { MeshBVH } from 'three-mesh-bvh';

/** A finder for poses of a mesh; tree leaves of one triangle are fastest. */
export function createBvhFinder({ positions, triangles }) {
  const geometry = new three.BufferGeometry();
  const attribute = new three.BufferAttribute(positions.slice(), 3);
  geometry.setAttribute('position', attribute);
  geometry.setIndex(new three.BufferAttribute(triangles.slice(), 1));
  const bvh = new MeshBVH(geometry, { targetLeafSize: 1, indirect: true });
  const identity = new three.Matrix4();
  const shareVertex = (a, b) => {
    for (let i = a * 3; i < a * 3 + 3; i++)
      for (let j = b * 3; j < b * 3 + 3; j++) if (triangles[i] === triangles[j]) return true;
    return false;
  };
  return {
    /** Pairs that intersect and share no vertex, lower index first. */
    find(posed) {
      attribute.array.set(posed);
      bvh.refit();
      const pairs = [];
      bvh.bvhcast(bvh, identity, {
        intersectsTriangles(one, other, i, j) {
          const a = bvh.resolveTriangleIndex(i);
          const b = bvh.resolveTriangleIndex(j);
          if (a < b && !shareVertex(a, b) && one.intersectsTriangle(other)) pairs.push([a, b]);
          return false;
        },
      });
      return pairs;
    },
  };
}
