/**
 * @file Writes a surface as Wavefront OBJ. Text is encoded piece by piece: a million lines held as strings
 * cost more time in the garbage collector than in the writing.
 */

import { srgb } from '../../math/srgb.js';
import { concatenate } from '../gltf/container.js';
import type { Surface } from './add-surface.js';
import { formatFloat } from './format-number.js';
import type { ObjLooks } from './write-mtl.js';

const PIECE_LENGTH = 65536;

/** OBJ text of a surface; a plain `Mesh` is one. Colours follow the coordinates, as most tools read them. */
export function writeObj(surface: Surface, name = 'mesh', looks?: ObjLooks): Uint8Array {
  const { positions, triangles, normals, uvs, colors } = surface;
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let text = `# posespace\n${looks ? `mtllib ${looks.library}\n` : ''}o ${name.replace(/[\r\n]+/g, ' ')}\n`;
  const flush = (least: number): void => {
    if (text.length < least) return;
    const piece = encoder.encode(text);
    pieces.push(piece);
    length += piece.length;
    text = '';
  };
  const putRow = (key: string, values: ArrayLike<number>, at: number, end = '\n'): void => {
    text += `${key} ${formatFloat(values[at])} ${formatFloat(values[at + 1])} ${formatFloat(values[at + 2])}${end}`;
    flush(PIECE_LENGTH);
  };
  for (let i = 0; i * 3 < positions.length; i++) {
    putRow('v', positions, i * 3, colors ? '' : '\n');
    if (colors)
      putRow(
        '',
        [0, 1, 2].map((k) => srgb(colors[i * 4 + k])),
        0,
      );
  }
  for (let i = 0; uvs && i < uvs.length; i += 2) {
    text += `vt ${formatFloat(uvs[i])} ${formatFloat(1 - uvs[i + 1])}\n`;
    flush(PIECE_LENGTH);
  }
  for (let i = 0; normals && i < normals.length; i += 3) putRow('vn', normals, i);
  const corner = (index: number): string => {
    const n = index + 1;
    if (normals) return uvs ? `${n}/${n}/${n}` : `${n}//${n}`;
    return uvs ? `${n}/${n}` : `${n}`;
  };
  const materialAt = new Map(looks?.groups.map((group) => [group.triangleStart * 3, group.material]));
  for (let t = 0; t < triangles.length; t += 3) {
    const material = materialAt.get(t);
    if (material !== undefined) text += `usemtl ${looks!.names[material]}\n`;
    text += `f ${corner(triangles[t])} ${corner(triangles[t + 1])} ${corner(triangles[t + 2])}\n`;
    flush(PIECE_LENGTH);
  }
  flush(1);
  return concatenate(pieces, length);
}
