/**
 * @file Colours: sRGB and linear light, a perceptual heat ramp, a distinct colour per joint, the two themes.
 *
 * Ramp and joint colours are laid out in OKLab (Björn Ottosson, "A perceptual color space for image
 * processing", 2020), where equal steps look equal, and are rounded to 8 bits before anything uses them, so
 * that an engine's last bit in `cos` or `pow` cannot show.
 */

import { linear, srgb } from '../math/srgb.js';

/** Red, green, blue and, where it is not opaque, alpha; sRGB, 0 to 255. */
export type Color = readonly [number, number, number, number?];

/** A colour theme of pictures. */
export type ThemeName = 'light' | 'dark';

export interface Theme {
  /** Background at the top and at the bottom of the picture. */
  readonly top: Color;
  readonly bottom: Color;
  /** Page of a contact sheet. */
  readonly page: Color;
  readonly text: Color;
  readonly mutedText: Color;
  /** What a surface without colours of its own is made of. */
  readonly clay: Color;
  readonly bone: Color;
  readonly boneOutline: Color;
  readonly outline: Color;
  readonly highlight: Color;
  /** How dark the ground is where nothing but shadow falls on it, 0 to 1. */
  readonly shadowStrength: number;
}

export const THEMES: Readonly<Record<ThemeName, Theme>> = Object.freeze({
  light: {
    top: [247, 248, 250],
    bottom: [226, 230, 235],
    page: [255, 255, 255],
    text: [38, 43, 51],
    mutedText: [104, 112, 124],
    clay: [214, 186, 160],
    bone: [255, 196, 46],
    boneOutline: [40, 34, 30, 235],
    outline: [52, 44, 40],
    highlight: [226, 48, 66],
    shadowStrength: 0.62,
  },
  dark: {
    top: [56, 61, 70],
    bottom: [38, 42, 49],
    page: [24, 27, 32],
    text: [233, 236, 241],
    mutedText: [152, 160, 172],
    clay: [206, 180, 156],
    bone: [255, 204, 72],
    boneOutline: [16, 16, 20, 235],
    outline: [12, 12, 15],
    highlight: [255, 84, 92],
    shadowStrength: 0.72,
  },
});

/** sRGB byte to linear light. [256] */
export const LINEAR_OF_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, i) => linear(i / 255));

/** A colour in linear light. */
export const linearColor = (color: Color): readonly [number, number, number] => [
  LINEAR_OF_BYTE[color[0]],
  LINEAR_OF_BYTE[color[1]],
  LINEAR_OF_BYTE[color[2]],
];

const ENCODE_STEPS = 8192;
const BYTE_OF_LINEAR = Uint8Array.from({ length: ENCODE_STEPS + 1 }, (_, i) =>
  linearToByte(i / ENCODE_STEPS),
);

function linearToByte(value: number): number {
  return Math.round(srgb(value) * 255);
}

/** Linear light to an sRGB byte; out of range is clamped, NaN is black. */
export function encodeLinear(value: number): number {
  if (!(value > 0)) return 0;
  return BYTE_OF_LINEAR[value >= 1 ? ENCODE_STEPS : (value * ENCODE_STEPS + 0.5) | 0];
}

/** OKLab lightness, chroma and hue (radians) to the nearest sRGB colour. */
function oklchToColor(lightness: number, chroma: number, hue: number): Color {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    linearToByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    linearToByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    linearToByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const HEAT_STEPS = 255;
/** Lightness rises all the way, so the ramp survives greyscale print and colour-blind eyes. */
const HEAT: readonly Color[] = Array.from({ length: HEAT_STEPS + 1 }, (_, i) => {
  const t = i / HEAT_STEPS;
  // From a quiet blue through magenta and orange to yellow, the short way past red.
  const hue = ((275 + 190 * t) * Math.PI) / 180;
  const chroma = 0.075 + 0.5 * t * (1 - t) + 0.07 * t;
  return oklchToColor(0.46 + 0.46 * t, Math.min(chroma, 0.19), hue);
});

/** Colour of a weight or error from 0 (blue) to 1 (yellow); NaN shows as 0. */
export function heatColor(value: number): Color {
  return HEAT[Math.round(Math.min(1, Math.max(0, value || 0)) * HEAT_STEPS)];
}

const GOLDEN_TURN = 2.399963229728653;
const jointColorCache: Color[] = [];

/** A colour for each joint: neighbours in the list are far apart in hue, and three lightnesses alternate. */
export function jointColor(joint: number): Color {
  for (let i = jointColorCache.length; i <= joint; i++) {
    jointColorCache.push(oklchToColor([0.72, 0.62, 0.8][i % 3], 0.14, 0.4 + i * GOLDEN_TURN));
  }
  return jointColorCache[joint];
}
