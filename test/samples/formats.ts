/**
 * @file Small files of the simple formats, and how tests look into what was read.
 */

import type { Finding } from '../../src/base/finding.js';
import type { ReadContext } from '../../src/io/formats/read-context.js';
import type { GltfSource } from '../../src/io/gltf/container.js';
import { READ_LIMITS } from '../../src/io/limits.js';
import { createBudget } from '../../src/io/read-budget.js';

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
    budget: createBudget(READ_LIMITS),
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

/** A pyramid with a colour per vertex in the header's own prefix. */
export const PYRAMID_OFF = `COFF
# made by hand
5 5 8
0 0 0 255 0 0
1 0 0 0 255 0
1 0 1 0 0 255
0 0 1 255 255 255
0.5 1 0.5 0 0 0
4 0 1 2 3
3 1 0 4
3 2 1 4
3 3 2 4 255 0 0
3 0 3 4
`;

/** A bar of two boxes of the unit "centimetre", Z up, skinned to two joints of which the second bends. */
export const BAR_DAE = `<?xml version="1.0"?>
<!DOCTYPE COLLADA [<!ENTITY x "ha">]>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01" name="centimeter"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="skin-png"><init_from>skin.png</init_from></image></library_images>
<library_effects><effect id="fx"><profile_COMMON>
<newparam sid="surf"><surface type="2D"><init_from>skin-png</init_from></surface></newparam>
<newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>
<technique sid="common"><phong><emission><color>0 0.5 0 1</color></emission><diffuse><texture texture="samp" texcoord="UV"/></diffuse></phong></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="mat" name="Skin &amp; bone"><instance_effect url="#fx"/></material></library_materials>
<library_geometries><geometry id="bar" name="Bar"><mesh>
<source id="pos"><float_array id="pos-a" count="18">0 0 0 10 0 0 0 0 10 10 0 10 0 0 20 10 0 20</float_array>
<technique_common><accessor source="#pos-a" count="6" stride="3"/></technique_common></source>
<source id="uv"><float_array id="uv-a" count="4">0 0 1 1</float_array>
<technique_common><accessor source="#uv-a" count="2" stride="2"/></technique_common></source>
<vertices id="verts"><input semantic="POSITION" source="#pos"/></vertices>
<polylist material="m" count="2"><input semantic="VERTEX" source="#verts" offset="0"/>
<input semantic="TEXCOORD" source="#uv" offset="1" set="0"/>
<vcount>4 4</vcount><p>0 0 1 0 3 1 2 1 2 1 3 1 5 0 4 0</p></polylist>
</mesh></geometry></library_geometries>
<library_controllers><controller id="ctl"><skin source="#bar">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="jn"><Name_array id="jn-a" count="2">low high</Name_array>
<technique_common><accessor source="#jn-a" count="2" stride="1"/></technique_common></source>
<source id="ib"><float_array id="ib-a" count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
1 0 0 0 0 1 0 0 0 0 1 -10 0 0 0 1</float_array>
<technique_common><accessor source="#ib-a" count="2" stride="16"/></technique_common></source>
<source id="w"><float_array id="w-a" count="2">1 0.5</float_array>
<technique_common><accessor source="#w-a" count="2" stride="1"/></technique_common></source>
<joints><input semantic="JOINT" source="#jn"/><input semantic="INV_BIND_MATRIX" source="#ib"/></joints>
<vertex_weights count="6"><input semantic="JOINT" source="#jn" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>1 1 2 2 1 1</vcount><v>0 0 0 0 0 1 1 1 0 1 1 1 1 0 1 0</v></vertex_weights>
</skin></controller></library_controllers>
<library_animations><animation id="bend">
<source id="t"><float_array id="t-a" count="2">0 1</float_array>
<technique_common><accessor source="#t-a" count="2" stride="1"/></technique_common></source>
<source id="o"><float_array id="o-a" count="2">0 90</float_array>
<technique_common><accessor source="#o-a" count="2" stride="1"/></technique_common></source>
<source id="i"><Name_array id="i-a" count="2">LINEAR LINEAR</Name_array>
<technique_common><accessor source="#i-a" count="2" stride="1"/></technique_common></source>
<sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>
<channel source="#s" target="high-id/turn.ANGLE"/>
</animation></library_animations>
<library_visual_scenes><visual_scene id="scene">
<node id="low-id" sid="low" name="low" type="JOINT">
<node id="high-id" sid="high" name="high" type="JOINT"><translate sid="at">0 0 10</translate><rotate sid="turn">1 0 0 0</rotate></node>
</node>
<node id="body" name="body"><instance_controller url="#ctl"><skeleton>#low-id</skeleton>
<bind_material><technique_common><instance_material symbol="m" target="#mat"/></technique_common></bind_material>
</instance_controller></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
`;

/** Two placed tetrahedra of 10 mm as the XML of a 3MF. */
export const TETRAHEDRON_3MF_MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources><basematerials id="1"><base name="red" displaycolor="#FF0000FF"/><base name="blue" displaycolor="#0000FF"/></basematerials>
<object id="2" name="tetra" pid="1" pindex="0"><mesh>
<vertices><vertex x="0" y="0" z="0"/><vertex x="10" y="0" z="0"/><vertex x="0" y="10" z="0"/><vertex x="0" y="0" z="10"/></vertices>
<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="2" v2="0" v3="3" pid="1" p1="1"/></triangles>
</mesh></object>
<object id="3"><components><component objectid="2"/><component objectid="2" transform="1 0 0 0 1 0 0 0 1 20 0 0"/></components></object>
</resources><build><item objectid="3"/></build></model>
`;
