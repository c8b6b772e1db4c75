/**
 * @file Writes a surface as Wavefront OBJ.
 */

import { formatFloat } from './format-number.js';
import { type Surface, srgb } from './surface.js';

/** OBJ text of a surface; a plain `Mesh` is one. Colours follow the coordinates, as most tools read them. */
export function writeObj(surface: Surface, name = 'mesh'): Uint8Array {
  const { positions, triangles, normals, uvs, colors } = surface;
  const lines = ['# posespace', `o ${name.replace(/[\r\n]+/g, ' ')}`];
  const row = (key: string, values: ArrayLike<number>, at: number, width: number): string => {
    let text = key;
    for (let k = 0; k < width; k++) text += ` ${formatFloat(values[at + k])}`;
    return text;
  };
  for (let i = 0; i * 3 < positions.length; i++) {
    let text = row('v', positions, i * 3, 3);
    if (colors) for (let k = 0; k < 3; k++) text += ` ${formatFloat(srgb(colors[i * 4 + k]))}`;
    lines.push(text);
  }
  if (uvs) {
    for (let i = 0; i < uvs.length; i += 2)
      lines.push(`vt ${formatFloat(uvs[i])} ${formatFloat(1 - uvs[i + 1])}`);
  }
  if (normals) for (let i = 0; i < normals.length; i += 3) lines.push(row('vn', normals, i, 3));
  const corner = (index: number): string => {
    const n = index + 1;
    if (normals) return uvs ? `${n}/${n}/${n}` : `${n}//${n}`;
    return uvs ? `${n}/${n}` : `${n}`;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    lines.push(`f ${corner(triangles[t])} ${corner(triangles[t + 1])} ${corner(triangles[t + 2])}`);
  }
  lines.push('');
  return new TextEncoder().encode(lines.join('\n'));
}
