/** @file Materials of a Collada document: the common profile (Phong, Lambert, Blinn, constant) with its pictures. */

import type { GltfBuilder } from '../../gltf/builder.js';
import { addMaterial, type PictureShelf } from '../add-surface.js';
import { findElement, type XmlElement } from '../parse-xml.js';
import { type DaeDocument, numberIn } from './dae-document.js';

const SHADERS = ['phong', 'lambert', 'blinn', 'constant'];

/** Appends every material and returns them by id. */
export async function addDaeMaterials(
  document: DaeDocument,
  builder: GltfBuilder,
  pictures: PictureShelf,
): Promise<Map<string, number>> {
  const materials = new Map<string, number>();
  for (const material of findElement(document.root, 'library_materials')?.children ?? []) {
    const id = material.attributes.get('id');
    const effect = document.byUrl(findElement(material, 'instance_effect')?.attributes.get('url'));
    if (id === undefined) continue;
    const name = material.attributes.get('name') ?? id;
    materials.set(id, await addEffect(document, builder, pictures, effect, name));
  }
  return materials;
}

async function addEffect(
  document: DaeDocument,
  builder: GltfBuilder,
  pictures: PictureShelf,
  effect: XmlElement | undefined,
  name: string,
): Promise<number> {
  const profile = findElement(effect, 'profile_COMMON');
  const technique = findElement(profile, 'technique');
  const shader = technique?.children.find((child) => SHADERS.includes(child.name));
  const color = (channel: string): number[] | undefined => {
    const words = findElement(shader, channel, 'color')?.text.match(/\S+/g)?.map(numberIn);
    return words && words.length >= 3 && words.every(Number.isFinite) ? words : undefined;
  };
  const scalar = (channel: string): number | undefined => {
    const text = findElement(shader, channel, 'float')?.text.trim();
    const value = text === undefined || text === '' ? Number.NaN : numberIn(text);
    return Number.isFinite(value) ? value : undefined;
  };
  const texture = async (channel: string): Promise<number | undefined> => {
    const sampler = findElement(shader, channel, 'texture')?.attributes.get('texture');
    const path = sampler === undefined ? undefined : picturePath(document, profile, sampler);
    return path === undefined ? undefined : pictures.fromFile(path);
  };
  const diffuseTexture = await texture('diffuse');
  return addMaterial(builder, {
    name,
    diffuse: diffuseTexture === undefined ? (color('diffuse') ?? [0.8, 0.8, 0.8]) : [1, 1, 1],
    emissive: color('emission'),
    opacity: opacityOf(shader, color('transparent'), scalar('transparency')),
    shininess: scalar('shininess'),
    diffuseTexture,
    emissiveTexture: await texture('emission'),
  });
}

/** A_ONE: alpha of `transparent` times `transparency`; RGB_ZERO: 1 − luminance times it. All-zero means "not set". */
function opacityOf(
  shader: XmlElement | undefined,
  transparent: readonly number[] | undefined,
  transparency = 1,
): number {
  const mode = findElement(shader, 'transparent')?.attributes.get('opaque') ?? 'A_ONE';
  if (!transparent) return transparency > 0 ? transparency : 1;
  const [r, g, b, a = 1] = transparent;
  const luminance = 0.212671 * r + 0.71516 * g + 0.072169 * b;
  const opacity = mode === 'RGB_ZERO' ? 1 - luminance * transparency : a * transparency;
  return opacity > 0 ? opacity : 1;
}

/** sampler → surface → image → file, as 1.4 has it; 1.5 goes from the sampler to the image. */
function picturePath(
  document: DaeDocument,
  profile: XmlElement | undefined,
  sampler: string,
): string | undefined {
  const parameter = (sid: string | undefined): XmlElement | undefined =>
    profile?.children.find((child) => child.name === 'newparam' && child.attributes.get('sid') === sid);
  const sampled = findElement(parameter(sampler), 'sampler2D');
  const surface = findElement(parameter(findElement(sampled, 'source')?.text.trim()), 'surface');
  const id =
    findElement(surface, 'init_from')?.text.trim() ??
    findElement(sampled, 'instance_image')?.attributes.get('url') ??
    sampler;
  const image = document.byUrl(id);
  const source = findElement(image, 'init_from');
  const path = (findElement(source, 'ref') ?? source)?.text.trim();
  if (!path) return undefined;
  try {
    return decodeURIComponent(path.replace(/^file:\/\/\/?/, '/'));
  } catch {
    return path;
  }
}
