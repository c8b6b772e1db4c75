/** @file What file formats there are, as data: what a page or a file dialog needs to know, without any reader. */

export interface FormatFacts {
  readonly name: string;
  /** In lower case, without the dot. */
  readonly extensions: readonly string[];
  /** The most that a file of it holds: a scene with rig and clips, a surface alone, motion alone, a rig without a mesh. */
  readonly holds: 'scene' | 'surface' | 'motion' | 'rig';
  /** How the content begins, where that tells the format of a file without a name. */
  readonly begins?: RegExp;
}

/** All formats; of several files in one folder, the first of this list is the one to open. */
export const FORMAT_FACTS = Object.freeze([
  { name: 'glTF binary', extensions: ['glb'], holds: 'scene', begins: /^glTF/ },
  { name: 'VRM', extensions: ['vrm'], holds: 'scene' },
  { name: 'glTF', extensions: ['gltf'], holds: 'scene', begins: /^\{/ },
  { name: 'Autodesk FBX', extensions: ['fbx'], holds: 'scene', begins: /^(Kaydara|; FBX)/i },
  { name: 'Collada', extensions: ['dae', 'zae'], holds: 'scene', begins: /<COLLADA/ },
  { name: 'Wavefront OBJ', extensions: ['obj'], holds: 'surface' },
  { name: '3D Manufacturing Format', extensions: ['3mf'], holds: 'surface', begins: /^PK/ },
  { name: 'Stanford PLY', extensions: ['ply'], holds: 'surface', begins: /^ply\s/ },
  { name: 'STL', extensions: ['stl'], holds: 'surface', begins: /^solid\s/ },
  { name: 'Object File Format', extensions: ['off'], holds: 'surface', begins: /^(ST)?C?N?OFF\b/ },
  { name: 'VRM animation', extensions: ['vrma'], holds: 'motion' },
  { name: 'Biovision BVH', extensions: ['bvh'], holds: 'motion', begins: /^HIERARCHY/ },
  { name: 'RigNet text', extensions: ['txt'], holds: 'rig' },
] as const satisfies readonly FormatFacts[]);

export type FormatName = (typeof FORMAT_FACTS)[number]['name'];

/** Formats of single frames of a mesh sequence. */
export const FRAME_EXTENSIONS: readonly string[] = Object.freeze(['obj', 'ply']);

/** In lower case, without the dot; empty where there is none. */
export const extensionOf = (fileName: string): string =>
  /\.([^.\\/]+)$/.exec(fileName)?.[1].toLowerCase() ?? '';

/** What is known of the format of a file by its name; undefined for other files. */
export function findFormatFacts(fileName: string): FormatFacts | undefined {
  const extension = extensionOf(fileName);
  return FORMAT_FACTS.find(({ extensions }) => (extensions as readonly string[]).includes(extension));
}

/** The extension of content that comes without a name; OBJ where nothing else fits, since it begins with anything. */
export function guessExtension(bytes: Uint8Array): string {
  const head = new TextDecoder().decode(bytes.subarray(0, 256)).trimStart();
  const format: FormatFacts | undefined = FORMAT_FACTS.find((facts: FormatFacts) => facts.begins?.test(head));
  return format?.extensions[0] ?? 'obj';
}
