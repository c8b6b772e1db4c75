/**
 * @file Weights as colours: from violet over red to yellow with increasing lightness, readable in both themes and
 * with colour blindness (stops of the "plasma" colour map by Smith & van der Walt, 2015). Zero weight is grey.
 */

import type { Skin } from 'posespace/rig';

type Color = readonly [number, number, number];

/** From small to full weight, sRGB. */
export const WEIGHT_STOPS: readonly Color[] = [
  [52, 4, 152],
  [132, 5, 167],
  [204, 71, 120],
  [248, 149, 64],
  [240, 249, 33],
];

/** Zero weight, sRGB. */
const ZERO: Readonly<Record<'dark' | 'light', Color>> = { dark: [74, 79, 89], light: [206, 202, 194] };
/** Weights below this blend into the grey. */
const FAINT = 0.03;
/** Entries of the colour table. */
const STEPS = 256;

/** sRGB to linear. */
const linear = (value: number): number => {
  const x = value / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
};

const mix = (a: Color, b: Color, share: number): Color => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** The colour of a weight, sRGB 0 to 255. */
export function weightColor(weight: number, theme: 'dark' | 'light'): Color {
  const place = Math.min(1, Math.max(0, weight)) * (WEIGHT_STOPS.length - 1);
  const first = Math.min(WEIGHT_STOPS.length - 2, Math.floor(place));
  const color = mix(WEIGHT_STOPS[first], WEIGHT_STOPS[first + 1], place - first);
  return weight >= FAINT ? color : mix(ZERO[theme], color, Math.max(0, weight) / FAINT);
}

/** The ramp as a CSS gradient. */
export const WEIGHT_GRADIENT = `linear-gradient(to right, ${WEIGHT_STOPS.map((stop) => `rgb(${stop.join(' ')})`).join(', ')})`;

const tables = new Map<'dark' | 'light', Float32Array>();

/** Linear colours by weight. [STEPS, 3] */
function colorTable(theme: 'dark' | 'light'): Float32Array {
  const known = tables.get(theme);
  if (known) return known;
  const table = new Float32Array(STEPS * 3);
  for (let i = 0; i < STEPS; i++) table.set(weightColor(i / (STEPS - 1), theme).map(linear), i * 3);
  tables.set(theme, table);
  return table;
}

/** Colours of all vertices for the weights of one joint, linear RGB. [V, 3] */
export function weightColors(skin: Skin, joint: number, theme: 'dark' | 'light'): Float32Array {
  const { joints, weights, influenceCount } = skin;
  const table = colorTable(theme);
  const colors = new Float32Array((joints.length / influenceCount) * 3);
  for (let v = 0, slot = 0; slot < joints.length; v += 3, slot += influenceCount) {
    let weight = 0;
    for (let i = slot; i < slot + influenceCount; i++) if (joints[i] === joint) weight += weights[i];
    const o = Math.round(Math.min(1, Math.max(0, weight)) * (STEPS - 1)) * 3;
    colors[v] = table[o];
    colors[v + 1] = table[o + 1];
    colors[v + 2] = table[o + 2];
  }
  return colors;
}
