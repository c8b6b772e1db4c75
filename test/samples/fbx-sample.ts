/**
 * @file A small FBX for tests: a skinned tube on two bones with pre-rotation, rotation order, cubic and linear
 * keys, a material with an embedded picture and a blend shape, as text. `encodeFbxBinary` makes the binary of it.
 */

import { Euler, Matrix4, Quaternion, Vector3 } from 'three';

export interface FbxSampleOptions {
  /** 0 X, 1 Y, 2 Z. */
  readonly upAxis?: number;
  /** Centimetres. */
  readonly unitScaleFactor?: number;
  /** How many bones every ring follows beside its own two, to go beyond four influences. */
  readonly extraBones?: number;
  /** KeyAttrFlags of the spine's rotation: 4 linear, 8 cubic, 2 constant. */
  readonly keyFlags?: number;
}

const RINGS = 5;
const SIDES = 6;
export const SECOND = 46186158000;

interface Bone {
  readonly id: number;
  readonly name: string;
  readonly parent: number;
  readonly t: readonly number[];
  readonly pre: readonly number[];
  readonly r: readonly number[];
}

/** A 1 × 1 PNG. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const radians = (degrees: readonly number[]): [number, number, number] =>
  degrees.map((v) => (v * Math.PI) / 180) as [number, number, number];

/** FBX XYZ about fixed axes is three's ZYX. */
const turn = (degrees: readonly number[]): Quaternion =>
  new Quaternion().setFromEuler(new Euler(...radians(degrees), 'ZYX'));

export function fbxSample(options: FbxSampleOptions = {}): string {
  const { upAxis = 1, unitScaleFactor = 1, extraBones = 0, keyFlags = 4 } = options;
  const bones: Bone[] = [
    { id: 100, name: 'Hips', parent: 0, t: [5, 10, 0], pre: [0, 0, 25], r: [0, 10, 0] },
    { id: 101, name: 'Spine', parent: 100, t: [0, 20, 0], pre: [-15, 0, 0], r: [0, 0, 0] },
  ];
  for (let i = 0; i < extraBones; i++) {
    bones.push({ id: 110 + i, name: `Extra${i}`, parent: 100, t: [i, 5, 1], pre: [0, 0, 0], r: [0, 0, 0] });
  }
  const globals = new Map<number, Matrix4>([[0, new Matrix4()]]);
  for (const bone of bones) {
    const rotation = turn(bone.pre).multiply(turn(bone.r));
    const local = new Matrix4().compose(new Vector3(...bone.t), rotation, new Vector3(1, 1, 1));
    globals.set(bone.id, globals.get(bone.parent)!.clone().multiply(local));
  }
  const meshGlobal = new Matrix4().makeTranslation(1, 2, 3);
  const points: number[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const angle = (side / SIDES) * Math.PI * 2;
      points.push(Math.cos(angle) * (4 - ring * 0.3), ring * 10, -Math.sin(angle) * (4 - ring * 0.3));
    }
  }
  const polygons: number[] = [];
  for (let ring = 0; ring + 1 < RINGS; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const next = (side + 1) % SIDES;
      const [a, b, c, d] = [
        ring * SIDES + side,
        ring * SIDES + next,
        (ring + 1) * SIDES + next,
        (ring + 1) * SIDES + side,
      ];
      polygons.push(a, b, c, ~d);
    }
  }
  // The caps, as polygons.
  for (let side = SIDES - 1; side > 0; side--) polygons.push(side);
  polygons.push(~0);
  for (let side = 0; side < SIDES - 1; side++) polygons.push((RINGS - 1) * SIDES + side);
  polygons.push(~(RINGS * SIDES - 1));
  const uvs = polygons.flatMap((p) => [
    ((p < 0 ? ~p : p) % SIDES) / SIDES,
    Math.floor((p < 0 ? ~p : p) / SIDES) / RINGS,
  ]);
  // three reads the indentation, so it has to be right.
  const array = (name: string, values: readonly number[], indent = '\t\t'): string =>
    `${name}: *${values.length} {\n${indent}\ta: ${values.join(',')}\n${indent}}`;
  const vector = (name: string, type: string, v: readonly number[]): string =>
    `\t\t\tP: "${name}", "${type}", "", "A",${v.join(',')}`;
  const curve = (
    id: number,
    times: readonly number[],
    values: readonly number[],
    flags: number,
  ): string => `\tAnimationCurve: ${id}, "AnimCurve::", "" {
		Default: 0
		KeyVer: 4009
		${array(
      'KeyTime',
      times.map((t) => Math.round(t * SECOND)),
    )}
		${array('KeyValueFloat', values)}
		${array('KeyAttrFlags', [flags])}
		${array('KeyAttrDataFloat', [0, 0, 0, 0])}
		${array('KeyAttrRefCount', [times.length])}
	}`;
  const cluster = (index: number): string => {
    const bone = bones[index];
    const indices: number[] = [];
    const weights: number[] = [];
    for (let p = 0; p < RINGS * SIDES; p++) {
      const along = Math.floor(p / SIDES) / (RINGS - 1);
      const weight = index === 0 ? 1 - along : index === 1 ? along : 0.1 + index * 0.01;
      if (weight > 0) {
        indices.push(p);
        weights.push(weight / (1 + 0.1 * extraBones));
      }
    }
    const link = globals.get(bone.id)!;
    return `\tDeformer: ${300 + index}, "SubDeformer::", "Cluster" {
		Version: 100
		UserData: "", ""
		${array('Indexes', indices)}
		${array('Weights', weights)}
		${array('Transform', link.clone().invert().multiply(meshGlobal).toArray())}
		${array('TransformLink', link.toArray())}
	}`;
  };
  const lines = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",${upAxis}
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",${upAxis === 2 ? 1 : 2}
		P: "FrontAxisSign", "int", "Integer", "",${upAxis === 2 ? -1 : 1}
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",${unitScaleFactor}
	}
}
Objects:  {
	Geometry: 200, "Geometry::Tube", "Mesh" {
		${array('Vertices', points)}
		${array('PolygonVertexIndex', polygons)}
		GeometryVersion: 124
		LayerElementUV: 0 {
			Version: 101
			Name: "UVMap"
			MappingInformationType: "ByPolygonVertex"
			ReferenceInformationType: "Direct"
			${array('UV', uvs, '\t\t\t')}
		}
		LayerElementMaterial: 0 {
			Version: 101
			Name: ""
			MappingInformationType: "AllSame"
			ReferenceInformationType: "IndexToDirect"
			${array('Materials', [0], '\t\t\t')}
		}
	}
	Geometry: 201, "Geometry::Bulge", "Shape" {
		Version: 100
		${array('Indexes', [7, 8])}
		${array('Vertices', [1, 0, 0, 0, 0, 2])}
	}
	Model: 210, "Model::Body", "Mesh" {
		Version: 232
		Properties70:  {
${vector('Lcl Translation', 'Lcl Translation', [1, 2, 3])}
		}
		Shading: T
		Culling: "CullingOff"
	}
${bones
  .map(
    (bone) => `	Model: ${bone.id}, "Model::${bone.name}", "LimbNode" {
		Version: 232
		Properties70:  {
			P: "RotationOrder", "enum", "", "",0
${vector('PreRotation', 'Vector3D', bone.pre)}
${vector('Lcl Translation', 'Lcl Translation', bone.t)}
${vector('Lcl Rotation', 'Lcl Rotation', bone.r)}
		}
	}`,
  )
  .join('\n')}
	Material: 220, "Material::Skin", "" {
		Version: 102
		ShadingModel: "phong"
		Properties70:  {
			P: "DiffuseColor", "Color", "", "A",0.5,0.25,0.125
			P: "ShininessExponent", "Number", "", "A",20
		}
	}
	Texture: 230, "Texture::Picture", "" {
		Type: "TextureVideoClip"
		FileName: "C:\\work\\picture.png"
		RelativeFilename: "picture.png"
	}
	Video: 240, "Video::Picture", "Clip" {
		Type: "Clip"
		Filename: "C:\\work\\picture.png"
		RelativeFilename: "picture.png"
		Content: ,
			"${PICTURE}"
	}
	Deformer: 299, "Deformer::", "Skin" {
		Version: 101
		Link_DeformAcuracy: 50
	}
${bones.map((_, i) => cluster(i)).join('\n')}
	Deformer: 280, "Deformer::Shapes", "BlendShape" {
		Version: 100
	}
	Deformer: 281, "SubDeformer::Bulge", "BlendShapeChannel" {
		Version: 100
		DeformPercent: 0
		${array('FullWeights', [100])}
	}
	AnimationStack: 400, "AnimStack::Bend", "" {
		Properties70:  {
			P: "LocalStart", "KTime", "Time", "",0
			P: "LocalStop", "KTime", "Time", "",${SECOND}
		}
	}
	AnimationLayer: 401, "AnimLayer::Base", "" {
	}
	AnimationCurveNode: 410, "AnimCurveNode::R", "" {
		Properties70:  {
			P: "d|X", "Number", "", "A",0
			P: "d|Y", "Number", "", "A",0
			P: "d|Z", "Number", "", "A",0
		}
	}
	AnimationCurveNode: 411, "AnimCurveNode::T", "" {
		Properties70:  {
			P: "d|X", "Number", "", "A",5
			P: "d|Y", "Number", "", "A",10
			P: "d|Z", "Number", "", "A",0
		}
	}
	AnimationCurveNode: 412, "AnimCurveNode::DeformPercent", "" {
		Properties70:  {
			P: "d|DeformPercent", "Number", "", "A",0
		}
	}
${curve(420, [0, 0.5, 1], [0, 40, -30], keyFlags)}
${curve(421, [0, 0.5, 1], [0, 10, 20], keyFlags)}
${curve(422, [0, 0.5, 1], [0, 5, 60], keyFlags)}
${curve(423, [0, 1], [5, 12], 4)}
${curve(424, [0, 1], [0, 100], 4)}
}
Connections:  {
	C: "OO",210,0
	C: "OO",200,210
	C: "OO",220,210
	C: "OP",230,220, "DiffuseColor"
	C: "OO",240,230
	C: "OO",299,200
	C: "OO",280,200
	C: "OO",281,280
	C: "OO",201,281
${bones.map((bone, i) => `	C: "OO",${bone.id},${bone.parent}\n	C: "OO",${300 + i},299\n	C: "OO",${bone.id},${300 + i}`).join('\n')}
	C: "OO",401,400
	C: "OO",410,401
	C: "OO",411,401
	C: "OO",412,401
	C: "OP",410,101, "Lcl Rotation"
	C: "OP",411,100, "Lcl Translation"
	C: "OP",412,281, "DeformPercent"
	C: "OP",420,410, "d|X"
	C: "OP",421,410, "d|Y"
	C: "OP",422,410, "d|Z"
	C: "OP",423,411, "d|X"
	C: "OP",424,412, "d|DeformPercent"
}
`;
  return lines;
}
