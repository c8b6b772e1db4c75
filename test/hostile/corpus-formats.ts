/**
 * @file Broken files of all formats but glTF.
 */

import { deflateSync } from 'node:zlib';
import { encodeFbxBinary, type FbxOutputNode } from '../../src/io/formats/fbx/encode-fbx-binary.js';
import { writeStl } from '../../src/io/formats/write-stl.js';
import { fbxSample, SECOND } from '../samples/fbx-sample.js';
import {
  CUBE_OBJ,
  encodeText,
  RIG_TEXT,
  TETRAHEDRON_PLY,
  TRIANGLE_STL,
  WALK_BVH,
} from '../samples/formats.js';
import type { HostileFile } from './hostile-file.js';

const text = (what: string, file: string, content: string, error?: RegExp): HostileFile => ({
  what,
  file,
  bytes: encodeText(content),
  error,
});

const EXTENSIONS = [
  'obj',
  'ply',
  'stl',
  'fbx',
  'bvh',
  'txt',
  'off',
  'dae',
  '3mf',
  'glb',
  'gltf',
  'vrm',
  'vrma',
];
const NOISE = Uint8Array.from({ length: 5000 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255);

/** Things that no reader may take for its own. */
export function strangers(): HostileFile[] {
  return EXTENSIONS.flatMap((extension): HostileFile[] => [
    { what: `empty ${extension}`, file: `a.${extension}`, bytes: new Uint8Array(0), error: /io\/\w+: / },
    {
      what: `one byte of ${extension}`,
      file: `a.${extension}`,
      bytes: Uint8Array.of(103),
      error: /io\/\w+: /,
    },
    { what: `noise in ${extension}`, file: `a.${extension}`, bytes: NOISE, error: /io\/\w+: / },
    {
      what: `zeros in ${extension}`,
      file: `a.${extension}`,
      bytes: new Uint8Array(100_000),
      error: /io\/\w+: /,
    },
    {
      what: `blanks in ${extension}`,
      file: `a.${extension}`,
      bytes: new Uint8Array(1_000_000).fill(32),
      error: /io\/\w+: /,
    },
    {
      what: `newlines in ${extension}`,
      file: `a.${extension}`,
      bytes: new Uint8Array(1_000_000).fill(10),
      error: /io\/\w+: /,
    },
  ]);
}

export function objCorpus(): HostileFile[] {
  const points = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
  return [
    text('index past the end', 'a.obj', `${points}f 1 2 4\n`, /element 4 of 3/),
    text('index zero', 'a.obj', `${points}f 0 1 2\n`, /element 0 of 3/),
    text('index before the beginning', 'a.obj', `${points}f -4 1 2\n`, /element -4 of 3/),
    text('index of twenty digits', 'a.obj', `${points}f 99999999999999999999 1 2\n`, /element NaN of 3/),
    text('texture coordinate that is not there', 'a.obj', `${points}f 1/1 2/1 3/1\n`),
    text('infinite coordinate', 'a.obj', 'v 0 0 inf\n', /line 1/),
    text('coordinate beyond floats', 'a.obj', 'v 0 0 1e300\n', /line 1/),
    text('vertices only', 'a.obj', points.repeat(50_000), /no faces/),
    text('a polygon of 300,000 corners', 'a.obj', `${points}f ${'1 2 3 '.repeat(100_000)}\n`),
    text(
      'a polygon of 300,000 corners over joined lines',
      'a.obj',
      `${points}f ${'1 2 3 \\\n'.repeat(100_000)}\n`,
    ),
    text(
      '1,000 polygons of 128 corners that cross themselves',
      'a.obj',
      `${points}v 1 1 0\n${`f ${'1 4 2 3 '.repeat(32)}\n`.repeat(1000)}`,
    ),
    text(
      '40,000 groups',
      'a.obj',
      points + Array.from({ length: 40_000 }, (_, i) => `g ${i}\nf 1 2 3\n`).join(''),
      /40000 groups, the limit/,
    ),
    text('a word of a megabyte', 'a.obj', `v ${'9'.repeat(1_000_000)} 0 0\n`, /line 1/),
    text(
      'libraries outside of the folder',
      'a.obj',
      `mtllib /etc/passwd\nmtllib ../../x\nmtllib file:///x\n${points}f 1 2 3\n`,
    ),
    text('zero-area soup', 'a.obj', `${'v 0 0 0\n'.repeat(300)}${'f -1 -2 -3\n'.repeat(100)}`),
    text('text that ends in a face', 'a.obj', CUBE_OBJ.slice(0, -7)),
  ];
}

export function plyCorpus(): HostileFile[] {
  const change = (what: string, from: string | RegExp, to: string, error?: RegExp): HostileFile =>
    text(what, 'a.ply', TETRAHEDRON_PLY.replace(from, to), error);
  const binary = (elements: string, bytes: readonly number[]): Uint8Array =>
    Uint8Array.of(...encodeText(`ply\nformat binary_little_endian 1.0\n${elements}end_header\n`), ...bytes);
  const xyz = 'property float x\nproperty float y\nproperty float z\n';
  return [
    change('a billion vertices', 'vertex 4', 'vertex 1000000000', /the limit/),
    change('nineteen million vertices', 'vertex 4', 'vertex 19000000', /promises at least/),
    change('a count of 1e20', 'vertex 4', 'vertex 1e20', /the limit/),
    change('half a vertex', 'vertex 4', 'vertex 4.5', /no whole count/),
    change('NaN', '1 0 0 0', 'nan 0 0 0', /vertex 1 has x/),
    change('a face with a vertex that is not there', '3 0 2 1', '3 0 2 77', /vertex 77 of 4/),
    change('a face with half a vertex', '3 0 2 1', '3 0 2 0.5', /vertex 0.5 of 4/),
    change('a negative list', '3 0 2 1', '-3 0 2 1', /length -3/),
    change('a list longer than the file', '3 0 2 1', '3000000000 0 2 1', /truncated/),
    change(
      'faces before vertices',
      /element vertex[\s\S]*?(element face[\s\S]*?)end_header/,
      '$1element vertex 4\nproperty float x\nend_header',
      /io\/readPly/,
    ),
    change(
      'no faces',
      /element face[\s\S]*$/,
      'end_header\n0 0 0 1 1 1\n0 0 0 1 1 1\n0 0 0 1 1 1\n0 0 0 1 1 1\n',
      /point cloud/,
    ),
    change('a hundred thousand header lines', 'comment made by hand', 'comment\n'.repeat(100_000), /no end/),
    text(
      'elements without properties',
      'a.ply',
      'ply\nformat ascii 1.0\nelement nothing 19000000\nend_header\n',
      /no properties/,
    ),
    {
      what: 'a list of two billion',
      file: 'a.ply',
      bytes: binary(`element vertex 1\n${xyz}element face 1\nproperty list uint int vertex_indices\n`, [
        ...new Array(12).fill(0),
        255,
        255,
        255,
        127,
      ]),
      error: /ends too early/,
    },
    {
      what: 'millions of empty faces',
      file: 'a.ply',
      bytes: Uint8Array.of(
        ...encodeText(
          `ply\nformat binary_big_endian 1.0\nelement vertex 1\n${xyz}element face 100000\nproperty list uchar int vertex_indices\nend_header\n`,
        ),
        ...new Array(100_012).fill(0),
      ),
      error: /point cloud/,
    },
  ];
}

export function stlCorpus(): HostileFile[] {
  const square = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  };
  const patched = (at: number, value: number): Uint8Array => {
    const bytes = writeStl(square);
    new DataView(bytes.buffer).setUint32(at, value, true);
    return bytes;
  };
  return [
    {
      what: 'four billion triangles',
      file: 'a.stl',
      bytes: patched(80, 0xffffffff),
      error: /claims 4294967295 triangles/,
    },
    {
      what: 'no triangles',
      file: 'a.stl',
      bytes: writeStl({ positions: new Float32Array(0), triangles: new Uint32Array(0) }),
      error: /no triangles/,
    },
    { what: 'NaN', file: 'a.stl', bytes: patched(96, 0x7fc00000), error: /no finite/ },
    { what: 'infinity', file: 'a.stl', bytes: patched(96, 0x7f800000), error: /no finite/ },
    {
      what: 'zero-area soup',
      file: 'a.stl',
      bytes: writeStl({ ...square, triangles: new Uint32Array(3000) }),
    },
    text(
      'facets that never end',
      'a.stl',
      `solid\n${'facet normal 0 0 1\n'.repeat(100_000)}`,
      /no triangles/,
    ),
    text(
      'a facet of 100,000 corners',
      'a.stl',
      `solid\nfacet\nouter loop\n${'vertex 0 0 0\n'.repeat(100_000)}endloop\n`,
      /100000 corners/,
    ),
    text('a solid without end', 'a.stl', TRIANGLE_STL.slice(0, TRIANGLE_STL.indexOf('endsolid'))),
    text('50,000 solids', 'a.stl', TRIANGLE_STL.repeat(50_000), /solids, the limit/),
  ];
}

export function bvhCorpus(): HostileFile[] {
  const change = (what: string, from: string | RegExp, to: string, error?: RegExp): HostileFile =>
    text(what, 'a.bvh', WALK_BVH.replace(from, to), error);
  const joint = 'JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 0\n';
  const body = (joints: string): string =>
    `HIERARCHY\nROOT j\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n${joints}}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n1 2 3\n`;
  const deep = (count: number): string => body(joint.repeat(count) + '}\n'.repeat(count));
  const wide = (count: number): string => body(`${joint}}\n`.repeat(count));
  return [
    change('a billion frames', 'Frames: 3', 'Frames: 1000000000', /the limit/),
    change('a million frames', 'Frames: 3', 'Frames: 1000000', /do not fit/),
    change('minus one frame', 'Frames: 3', 'Frames: -1', /number of frames/),
    change('a hundred channels', 'CHANNELS 6', 'CHANNELS 100', /0 to 6 channels/),
    change('a channel twice', 'Zrotation Xrotation Yrotation', 'Zrotation Zrotation Yrotation', /twice/),
    change('NaN', '0.5 0 0 90', 'NaN 0 0 90', /line 20/),
    change('infinite offset', 'OFFSET 0 1 0', 'OFFSET 0 1e99 0', /finite/),
    change('a value that is missing', '90 0 0 30', '90 0 0', /ends after/),
    change('a brace too few', '}\nMOTION', 'MOTION', /not closed/),
    change('a brace too many', 'MOTION', '}\nMOTION', /closes nothing/),
    change('a frame time of zero', '0.05', '0'),
    text('500 joints below each other', 'a.bvh', deep(500)),
    text('29,000 joints below each other', 'a.bvh', deep(28_999), /nested 513 deep/),
    text('29,000 joints of one name', 'a.bvh', wide(28_999)),
    text('100,000 joints', 'a.bvh', deep(100_000), /more than 30000 joints/),
    text('a million braces', 'a.bvh', `HIERARCHY\nROOT a\n${'{\n'.repeat(1_000_000)}`, /belongs to no joint/),
  ];
}

export function rigTextCorpus(): HostileFile[] {
  const change = (what: string, from: string | RegExp, to: string, error?: RegExp): HostileFile =>
    text(what, 'a.txt', RIG_TEXT.replace(from, to), error);
  const chain = (count: number): string =>
    Array.from(
      { length: count },
      (_, j) => `joints j${j} 0 ${j} 0\n${j > 0 ? `hier j${j - 1} j${j}\n` : ''}`,
    ).join('');
  return [
    change('a circle of joints', 'hier hips spine', 'hier head spine', /does not descend from the root/),
    change('a root with a parent', 'hier hips spine', 'hier head hips', /the root has a parent/),
    change('two parents', 'hier hips spine', 'hier hips spine\nhier hips head', /two parents/),
    change('a joint twice', 'joints hips', 'joints head', /there twice/),
    change('a joint that is not there', 'hier hips spine', 'hier hips tail', /"tail" is not declared/),
    change('a weight for a joint that is not there', 'head 0.25', 'tail 0.25', /"tail" is not declared/),
    change('NaN', '0.125', 'nan', /has no position/),
    change('a negative weight', '0.75', '-0.75', /a weight is no number/),
    change('a vertex beyond the lines', 'skin 2', 'skin 2000000', /there are 3 lines/),
    change('a vertex beyond all limits', 'skin 2', 'skin 2000000000', /the limit/),
    change('half a vertex', 'skin 2', 'skin 2.5', /no vertex number/),
    change('another word', 'root hips', 'boots hips', /"boots" is no statement/),
    text('500 joints below each other', 'a.txt', chain(500)),
    text('20,000 joints below each other', 'a.txt', chain(20_000), /more than 512 deep/),
    text('40,000 joints', 'a.txt', chain(40_000), /more than 30000 joints/),
    text('joints alone', 'a.txt', 'joints a 0 0 0\n'),
    text(
      'a weight without end',
      'a.txt',
      `${RIG_TEXT}skin 0 hips ${'9'.repeat(100_000)}`,
      /a weight is no number/,
    ),
  ];
}

export function fbxCorpus(): HostileFile[] {
  const sample = fbxSample();
  const change = (what: string, from: string | RegExp, to: string, error?: RegExp): HostileFile =>
    text(what, 'a.fbx', sample.replace(from, to), error);
  const node = (
    name: string,
    values: FbxOutputNode['values'] = [],
    children: readonly FbxOutputNode[] = [],
  ): FbxOutputNode => ({ name, values, children });
  const version = node('FBXHeaderExtension', [], [node('FBXVersion', [7400])]);
  const zeros = new Uint8Array(deflateSync(new Uint8Array(200 << 20)));
  const bomb = (values: FbxOutputNode['values']): Uint8Array =>
    encodeFbxBinary(
      [version, node('Objects', [], [node('Geometry', [1, 'a', 'Mesh'], [node('Vertices', values)])])],
      () => zeros,
    );
  let nested = node('N');
  for (let i = 0; i < 500; i++) nested = node('N', [], [nested]);
  const shortBomb = bomb([new Float64Array(8)]);
  const headOnly = encodeFbxBinary([version]);
  const wild = encodeFbxBinary([version, node('Objects', [], [node('Model', [1, 'a', 'Null'])])]);
  new DataView(wild.buffer).setUint32(27, 0xfffffff0, true);
  return [
    change('a circle of nodes', 'C: "OO",100,0', 'C: "OO",100,101', /are their own ancestors/),
    change('a node that is its own parent', 'C: "OO",100,0', 'C: "OO",100,100', /are their own ancestors/),
    change('an id twice', 'Model: 101', 'Model: 100', /twice/),
    change('an old version', 'FBXVersion: 7400', 'FBXVersion: 6100', /6.1/),
    change('NaN vertices', 'a: 4,', 'a: nan,', /not finite/),
    change('vertices beyond floats', 'a: 4,', 'a: 1e200,', /not finite/),
    change('a polygon with a point that is not there', 'a: 0,1,7', 'a: 0,1,7777', /control point 7777 of 30/),
    change('an angle of a billion turns', 'a: 0,40,-30', 'a: 0,360000000000,-30'),
    change('an angle without end', 'a: 0,40,-30', 'a: 0,1e300,-30', /no sensible number/),
    change(
      'keys a thousand years apart',
      `a: 0,${SECOND / 2},${SECOND}`,
      `a: 0,${SECOND / 2},${SECOND}0000000000`,
    ),
    change('times and values that do not match', 'a: 0,40,-30', 'a: 0,40', /3 times and 2 values/),
    change('weights for points that are not there', /(Indexes: \*\d+ \{\n\t\t\ta: )0,1,2/, '$199999,-5,1e20'),
    change('a shape for points that are not there', 'a: 7,8', 'a: 700000,-8'),
    change(
      'a bind matrix that cannot be inverted',
      /(TransformLink: \*16 \{\n\t\t\ta: )[^\n]*/,
      `$1${new Array(16).fill(0).join(',')}`,
    ),
    change('texture coordinates that are too few', /(UV: \*\d+ \{\n\t+a: )[^\n]*/, '$10,0'),
    change(
      'units of nothing',
      '"UnitScaleFactor", "double", "Number", "",1',
      '"UnitScaleFactor", "double", "Number", "",0',
    ),
    change('axes that are one', '"CoordAxis", "int", "Integer", "",0', '"CoordAxis", "int", "Integer", "",1'),
    change('no connections', /Connections:[\s\S]*$/, ''),
    text('a hundred thousand braces', 'a.fbx', `A: {\n`.repeat(100_000), /nested deeper/),
    text('a text without closing quote', 'a.fbx', `${sample}X: "${'x'.repeat(1_000_000)}`, /closing quote/),
    text('the end in a record', 'a.fbx', sample.slice(0, 3000), /io\/readFbx/),
    {
      what: 'records nested 500 deep',
      file: 'a.fbx',
      bytes: encodeFbxBinary([nested]),
      error: /nested deeper/,
    },
    { what: 'a header and nothing else', file: 'a.fbx', bytes: headOnly, error: /no objects/ },
    { what: 'a record that ends past the file', file: 'a.fbx', bytes: wild, error: /does not fit/ },
    {
      what: 'a file that ends in its header',
      file: 'a.fbx',
      bytes: headOnly.subarray(0, 27),
      error: /no records/,
    },
    { what: 'a zip bomb behind a small array', file: 'a.fbx', bytes: shortBomb, error: /no objects/ },
    {
      what: 'a zip bomb of its size',
      file: 'a.fbx',
      bytes: bomb([new Float64Array(25 << 20)]),
      error: /limits allow/,
    },
    {
      what: 'a zip bomb just below the limit',
      file: 'a.fbx',
      bytes: meshBomb(),
      mayPass: true,
      error: /io\//,
    },
    { what: 'one skin over 5,000 meshes', file: 'a.fbx', bytes: sharedSkin(5000), error: /weights for/ },
  ];
}

/** Three million corners in a few kilobytes. */
function meshBomb(): Uint8Array {
  const polygons = Int32Array.from({ length: 3_000_000 }, (_, i) => (i % 3 === 2 ? -1 : 0));
  const objects = [
    {
      name: 'Geometry',
      values: [1, 'g', 'Mesh'],
      children: [
        { name: 'Vertices', values: [new Float64Array(3)], children: [] },
        { name: 'PolygonVertexIndex', values: [polygons], children: [] },
      ],
    },
    { name: 'Model', values: [2, 'm', 'Mesh'], children: [] },
  ];
  return encodeFbxBinary(
    [
      { name: 'Objects', values: [], children: objects },
      { name: 'Connections', values: [], children: [{ name: 'C', values: ['OO', 1, 2], children: [] }] },
    ],
    (bytes) => new Uint8Array(deflateSync(bytes)),
  );
}

/** A skin of 100,000 weights to which thousands of small meshes refer. */
function sharedSkin(count: number): Uint8Array {
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const objects: FbxOutputNode[] = [
    { name: 'Model', values: [1, 'bone', 'LimbNode'], children: [] },
    { name: 'Deformer', values: [2, 'skin', 'Skin'], children: [] },
    {
      name: 'Deformer',
      values: [3, 'cluster', 'Cluster'],
      children: [
        { name: 'Indexes', values: [new Int32Array(100_000)], children: [] },
        { name: 'Weights', values: [new Float64Array(100_000).fill(1)], children: [] },
        { name: 'TransformLink', values: [identity], children: [] },
      ],
    },
  ];
  const links: [number, number][] = [
    [3, 2],
    [1, 3],
  ];
  for (let i = 0; i < count; i++) {
    const geometry = 10 + i * 2;
    objects.push(
      {
        name: 'Geometry',
        values: [geometry, 'g', 'Mesh'],
        children: [
          { name: 'Vertices', values: [Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)], children: [] },
          { name: 'PolygonVertexIndex', values: [Int32Array.of(0, 1, -3)], children: [] },
        ],
      },
      { name: 'Model', values: [geometry + 1, 'm', 'Mesh'], children: [] },
    );
    links.push([geometry, geometry + 1], [2, geometry]);
  }
  return encodeFbxBinary([
    { name: 'Objects', values: [], children: objects },
    {
      name: 'Connections',
      values: [],
      children: links.map(([from, to]) => ({ name: 'C', values: ['OO', from, to], children: [] })),
    },
  ]);
}
