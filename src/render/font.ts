/**
 * @file A stroke font of our own for printable ASCII and the degree sign: pen paths on a small grid, so one table serves every
 * size.
 *
 * A glyph is a list of strokes; a stroke is a list of points, two base-36 digits (x, y) each. Capitals reach
 * from y = 0 to the baseline at c (12), small letters begin at 4, descenders end at g (16). A stroke that
 * starts with `~` is a quadratic B-spline: it leaves its first point, bends towards each further one, and
 * ends in its last; where first and last are the same it is a closed loop.
 */

/** Height of capitals, of a line of text with its descenders, and the gap between letters, in grid units. */
export const CAP_HEIGHT = 12;
export const EM_HEIGHT = 20;
export const LETTER_GAP = 4.4;
const SPACE_WIDTH = 1.6;

const BOWL = '~04747c0c04';

const GLYPHS: Readonly<Record<string, string>> = {
  '!': '0008 0b0c',
  '"': '0003 3033',
  '#': '301c 705c 0484 0888',
  $: '~83810106868b0b09 404c',
  '%': '900c ~0040440400 ~58989c5c58',
  '&': '~9c23106063070c6c87',
  "'": '0003',
  '(': '~30030a3d',
  ')': '~00333a0d',
  '*': '3137 0266 6206',
  '+': '353b 0868',
  ',': '1b0e',
  '-': '0858',
  '.': '0b0c',
  '/': '600d',
  '0': '~00707c0c00',
  '1': '02303c',
  '2': '~030080850c 0c8c',
  '3': '~0200707636 ~36868c0c0a',
  '4': '6c600989',
  '5': '701006 ~0614848c0c0a',
  '6': '~71600008 ~05757c0c05',
  '7': '00702c',
  '8': '~1070761610 ~06868c0c06',
  '9': '~0070770700 ~747c1c0b',
  ':': '0506 0b0c',
  ';': '1516 1b0e',
  '<': '64086c',
  '=': '0666 0a6a',
  '>': '04680c',
  '?': '~020070753538 3b3c',
  '@': '~ac7e0e00b0b98a84 ~3484893934',
  A: '0c408c 2868',
  B: '000c ~00707606 ~06868c0c',
  C: '~8270000c7c8a',
  D: '000c ~00808c0c',
  E: '70000c7c 0666',
  F: '70000c 0666',
  G: '~8270000c8c87 5787',
  H: '000c 808c 0686',
  I: '000c',
  J: '6068 ~686c0c09',
  K: '000c 8007 348c',
  L: '000c7c',
  M: '0c0058a0ac',
  N: '0c008c80',
  O: '~00909c0c00',
  P: '000c ~00808707',
  Q: '~00909c0c00 699d',
  R: '000c ~00808707 478c',
  S: '~82800006868c0c0a',
  T: '0080 404c',
  U: '0007 ~070c8c87 8780',
  V: '004c80',
  W: '003c629cc0',
  X: '008c 800c',
  Y: '004680 464c',
  Z: '00800c8c',
  '[': '30000d3d',
  '\\': '006d',
  ']': '00303d0d',
  '^': '043064',
  _: '0d8d',
  '`': '0022',
  a: `${BOWL} 747c`,
  b: `000c ${BOWL}`,
  c: '~7564040c6c7b',
  d: `707c ${BOWL}`,
  e: '0878 ~7874040c6c7b',
  f: '~502024 242c 0454',
  g: `${BOWL} 747d ~7d7g0g0e`,
  h: '000c ~08047478 787c',
  i: '040c 0001',
  j: '343d ~3d3g0g 3031',
  k: '000c 6409 277c',
  l: '000a ~0a0c2c',
  m: '040c ~08045458 585c ~5854a4a8 a8ac',
  n: '040c ~08047478 787c',
  o: BOWL,
  p: `040g ${BOWL}`,
  q: `747g ${BOWL}`,
  r: '040c ~080454',
  s: '~65640408686c0c0b',
  t: '2129 ~292c5c 0454',
  u: '0408 ~080c7c78 747c',
  v: '043c64',
  w: '043c557ca4',
  x: '046c 640c',
  y: '043c 641g',
  z: '04640c6c',
  '{': '~40202707 ~07272d4d',
  '|': '000e',
  '}': '~00202747 ~47272d0d',
  '~': '~09255b77',
  '°': '~0040440400',
};

/** What stands for a character that the font does not have: an empty box. */
const MISSING = '00600c6c 000c 606c';

export interface Glyph {
  /** Grid units, without the gap. */
  readonly width: number;
  /** Polylines of x, y pairs, grid units. */
  readonly strokes: readonly (readonly number[])[];
}

const parsed = new Map<string, Glyph>();

/** The pen paths of a character. */
export function glyphOf(character: string): Glyph {
  let glyph = parsed.get(character);
  if (!glyph) {
    glyph =
      character === ' ' ? { width: SPACE_WIDTH, strokes: [] } : parseGlyph(GLYPHS[character] ?? MISSING);
    // Only characters of the table are cached: a text may contain any character.
    if (character in GLYPHS || character === ' ') parsed.set(character, glyph);
  }
  return glyph;
}

function parseGlyph(text: string): Glyph {
  const strokes = text.split(' ').map((stroke) => {
    const smooth = stroke.startsWith('~') && stroke.length > 1;
    const points = [...(smooth ? stroke.slice(1) : stroke)].map((digit) => Number.parseInt(digit, 36));
    return smooth ? flattenSpline(points) : points;
  });
  return { width: Math.max(...strokes.flatMap((points) => points.filter((_, i) => i % 2 === 0))), strokes };
}

const STEPS = 6;

/** Polyline along a quadratic B-spline. */
function flattenSpline(points: readonly number[]): number[] {
  const count = points.length / 2;
  const closed = points[0] === points.at(-2) && points[1] === points.at(-1);
  const at = (i: number, k: number) => points[(closed ? i % (count - 1) : i) * 2 + k];
  const middle = (i: number, k: number) => (at(i, k) + at(i + 1, k)) / 2;
  const out: number[] = [];
  const last = closed ? count - 1 : count - 2;
  for (let i = 1; i <= last; i++) {
    for (let s = 0; s <= STEPS; s++) {
      const t = s / STEPS;
      for (let k = 0; k < 2; k++) {
        const from = !closed && i === 1 ? at(0, k) : middle(i - 1, k);
        const to = !closed && i === last ? at(count - 1, k) : middle(i, k);
        out.push((1 - t) * (1 - t) * from + 2 * t * (1 - t) * at(i, k) + t * t * to);
      }
    }
  }
  return out;
}
