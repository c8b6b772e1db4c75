/**
 * @file Writes the materials of an OBJ: a library in MTL with the roughness and metalness that most tools read today (`Pr`,
 * `Pm`), and the pictures beside it.
 */

import { srgb } from '../../math/srgb.js';
import type { Appearance } from '../appearance.js';
import { formatFloat } from './format-number.js';

/** What an OBJ refers to. */
export interface ObjLooks {
  /** Name of the library's file. */
  readonly library: string;
  /** Name of each material. */
  readonly names: readonly string[];
  readonly groups: Appearance['groups'];
}

/** Files of the materials of an OBJ, the library first, and how the OBJ refers to them. */
export function writeMtl(
  { materials, images, groups }: Appearance,
  fileName: string,
): { looks: ObjLooks; files: { name: string; bytes: Uint8Array }[] } {
  const stem = fileName.replace(/\.[^.]*$/, '');
  const library = `${stem}.mtl`;
  const pictures = images.map(({ type, bytes }, i) => ({
    name: `${stem}-${i + 1}.${type === 'image/jpeg' ? 'jpg' : type.split('/')[1]}`,
    bytes,
  }));
  const taken = new Set<string>();
  const names = materials.map(({ name }, i) => {
    const plain = name.replace(/\s+/g, '_') || (i === materials.length - 1 ? 'neutral' : `material${i + 1}`);
    let unique = plain;
    for (let n = 2; taken.has(unique); n++) unique = `${plain}_${n}`;
    taken.add(unique);
    return unique;
  });
  const rgb = (values: readonly number[]) =>
    values
      .slice(0, 3)
      .map((v) => formatFloat(srgb(v)))
      .join(' ');
  const used = new Set(groups.map(({ material }) => material));
  const shown = new Set<number>();
  const blocks = materials.flatMap((material, i) => {
    if (!used.has(i)) return [];
    const map = (key: string, image: number | undefined): string[] => {
      if (image === undefined) return [];
      shown.add(image);
      return [`${key} ${pictures[image].name}`];
    };
    const exponent = Math.min(1000, Math.max(0, 2 / Math.max(material.roughness, 0.05) ** 4 - 2));
    return [
      [
        `newmtl ${names[i]}`,
        `Kd ${rgb(material.color)}`,
        `Ke ${rgb(material.emissive)}`,
        `Ns ${formatFloat(exponent)}`,
        `d ${formatFloat(material.color[3])}`,
        `Pr ${formatFloat(material.roughness)}`,
        `Pm ${formatFloat(material.metallic)}`,
        ...map('map_Kd', material.colorTexture),
        ...map('map_Ke', material.emissiveTexture),
        ...map('norm', material.normalMap),
      ].join('\n'),
    ];
  });
  const bytes = new TextEncoder().encode(`# posespace\n${blocks.join('\n\n')}\n`);
  return {
    looks: { library, names, groups },
    files: [{ name: library, bytes }, ...pictures.filter((_, i) => shown.has(i))],
  };
}
