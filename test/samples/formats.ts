/**
 * @file Small files of the simple formats, and how tests look into what was read.
 */

import type { Finding } from '../../src/base/finding.js';
import type { ReadContext } from '../../src/io/formats/read-context.js';
import type { GltfSource } from '../../src/io/gltf/container.js';
import { READ_LIMITS } from '../../src/io/limits.js';

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A context over files in memory. */
export function memoryContext(
  name: string,
  files: Record<string, Uint8Array | string> = {},
): ReadContext & { asked: string[]; findings: Finding[] } {
  const asked: string[] = [];
  return {
    name,
    limits: READ_LIMITS,
    findings: [],
    asked,
    async resolve(path) {
      asked.push(path);
      const file = files[path];
      if (file === undefined) throw new Error('no such file');
      return typeof file === 'string' ? encodeText(file) : file;
    },
  };
}

/** The values of an accessor that is neither sparse nor interleaved. */
export function accessorValues({ json, bin }: GltfSource, index: number): number[] {
  const accessor = json.accessors![index];
  const view = json.bufferViews![accessor.bufferView!];
  const bytes = bin.slice(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength).buffer;
  if (accessor.componentType === 5126) return [...new Float32Array(bytes)];
  if (accessor.componentType === 5125) return [...new Uint32Array(bytes)];
  if (accessor.componentType === 5123) return [...new Uint16Array(bytes)].slice(0, accessor.count);
  throw new Error(`component type ${accessor.componentType}`);
}

/** Attributes and indices of the first primitive of a mesh, by name. */
export function primitiveValues(source: GltfSource, mesh = 0, primitive = 0): Record<string, number[]> {
  const { attributes, indices } = source.json.meshes![mesh].primitives[primitive];
  const out: Record<string, number[]> = { indices: accessorValues(source, indices!) };
  for (const [name, accessor] of Object.entries(attributes)) out[name] = accessorValues(source, accessor);
  return out;
}

export const CUBE_OBJ = `# cube
mtllib cube.mtl
o Cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
usemtl red
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
f 4 1 5 8
`;

export const TETRAHEDRON_PLY = `ply
format ascii 1.0
comment made by hand
element vertex 4
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face 4
property list uchar int vertex_indices
end_header
0 0 0 255 0 0
1 0 0 0 255 0
0 1 0 0 0 255
0 0 1 128 128 128
3 0 2 1
3 0 1 3
3 1 2 3
3 2 0 3
`;

export const TRIANGLE_STL = `solid two
facet normal 0 0 1
 outer loop
  vertex 0 0 0
  vertex 1 0 0
  vertex 1 1 0
 endloop
endfacet
facet normal 0 0 1
 outer loop
  vertex 0 0 0
  vertex 1 1 0
  vertex 0 1 0
 endloop
endfacet
endsolid two
`;

export const WALK_BVH = `HIERARCHY
ROOT Hips
{
	OFFSET 0 1 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Spine
	{
		OFFSET 0 0.5 0
		CHANNELS 3 Yrotation Xrotation Zrotation
		End Site
		{
			OFFSET 0 0.25 0
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.05
0 0 0 0 0 0 0 0 0
0.5 0 0 90 0 0 30 40 50
1 0 0 0 90 0 -30 10 5
`;

/** Joints in no order, a vertex without weights, one with five influences. */
export const RIG_TEXT = `joints head 0 0.9 0
joints hips 0 0.5 0
joints spine 0 0.7 0.125
root hips
skin 0 hips 1.0
skin 1 head 0.25 spine 0.75
skin 2
hier spine head
hier hips spine
`;
