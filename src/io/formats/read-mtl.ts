/**
 * @file Reads the materials that an OBJ refers to. Our own: three's MTLLoader wants a DOM to make its textures.
 */

import type { GltfBuilder } from '../gltf/builder.js';
import { addMaterial, type PhongMaterial, type PictureShelf } from './add-surface.js';
import { scanText, type TextScanner } from './text-scanner.js';
import { toUtf8 } from './to-utf8.js';

type Draft = { -readonly [K in keyof PhongMaterial]: PhongMaterial[K] } & {
  diffuseMap?: string;
  emissiveMap?: string;
  normalMap?: string;
};

/** Appends all materials of a library and returns them by name; the first of a name wins. */
export async function readMtl(
  bytes: Uint8Array,
  builder: GltfBuilder,
  pictures: PictureShelf,
): Promise<Map<string, number>> {
  const drafts = parseMtl(toUtf8(bytes));
  const materials = new Map<string, number>();
  for (const [name, draft] of drafts) {
    const { diffuseMap, emissiveMap, normalMap, ...phong } = draft;
    const texture = async (path: string | undefined) => (path ? await pictures.fromFile(path) : undefined);
    materials.set(
      name,
      addMaterial(builder, {
        ...phong,
        // With a picture the diffuse colour is black in files of some exporters, which would hide it.
        diffuse: diffuseMap && phong.diffuse?.every((v) => v === 0) ? [1, 1, 1] : phong.diffuse,
        diffuseTexture: await texture(diffuseMap),
        emissiveTexture: await texture(emissiveMap),
        normalTexture: await texture(normalMap),
      }),
    );
  }
  return materials;
}

function parseMtl(bytes: Uint8Array): Map<string, Draft> {
  const scanner = scanText(bytes);
  const drafts = new Map<string, Draft>();
  let draft: Draft = {};
  while (scanner.nextLine()) {
    const key = scanner.word().toLowerCase();
    if (key === 'newmtl') {
      const name = scanner.rest();
      draft = { name };
      if (!drafts.has(name)) drafts.set(name, draft);
    } else readStatement(key, scanner, draft);
  }
  return drafts;
}

function readStatement(key: string, scanner: TextScanner, draft: Draft): void {
  const scalar = (): number | undefined => {
    const value = scanner.number();
    return Number.isFinite(value) ? value : undefined;
  };
  switch (key) {
    case 'kd':
      draft.diffuse = readColor(scanner);
      break;
    case 'ke':
      draft.emissive = readColor(scanner);
      break;
    case 'ns':
      draft.shininess = scalar();
      break;
    case 'd':
      draft.opacity = scalar();
      break;
    case 'tr': {
      const transparency = scalar();
      if (transparency !== undefined && draft.opacity === undefined) draft.opacity = 1 - transparency;
      break;
    }
    case 'pr':
      draft.roughness = scalar();
      break;
    case 'pm':
      draft.metallic = scalar();
      break;
    case 'map_kd':
      draft.diffuseMap = mapPath(scanner.rest());
      break;
    case 'map_ke':
      draft.emissiveMap = mapPath(scanner.rest());
      break;
    case 'norm':
      draft.normalMap = mapPath(scanner.rest());
      break;
  }
}

function readColor(scanner: TextScanner): number[] | undefined {
  const r = scanner.number();
  if (!Number.isFinite(r)) return undefined;
  const g = scanner.ended() ? r : scanner.number();
  const b = scanner.ended() ? r : scanner.number();
  return Number.isFinite(g) && Number.isFinite(b) ? [r, g, b] : undefined;
}

/** How many values each option of a map statement takes; −1: as many numbers as follow, up to three. */
const MAP_OPTIONS: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-mm': 2,
  '-o': -1,
  '-s': -1,
  '-t': -1,
  '-texres': 1,
  '-clamp': 1,
  '-bm': 1,
  '-imfchan': 1,
  '-type': 1,
};

/** The file name behind the options; it may contain blanks. */
function mapPath(statement: string): string {
  const words = statement.split(/\s+/, 64);
  let skip = 0;
  while (skip < words.length && words[skip] in MAP_OPTIONS) {
    const values = MAP_OPTIONS[words[skip]];
    skip++;
    if (values >= 0) skip += values;
    else for (let i = 0; i < 3 && Number.isFinite(Number(words[skip] || 'x')); i++) skip++;
  }
  return skip === 0 ? statement : words.slice(skip).join(' ');
}
