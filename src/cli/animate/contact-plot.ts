/** @file The plot of `animate foot-skate`: the height of each foot over time, before and after, with its contacts. */

import type { ClipContacts } from '../../motion/contacts/contact-record.js';

export interface HeightCurve {
  readonly name: string;
  /** Height of the lowest point above the ground by frame, in % of the body. */
  readonly before: ArrayLike<number>;
  readonly after: ArrayLike<number>;
}

const WIDTH = 900;
const ROW = 120;
const LEFT = 150;
const TOP = 60;
/** Highest value that is shown, %. */
const CEILING = 15;
const FLOOR = -6;

/** Rows of curves as an SVG, one a foot. */
export function plotContacts(
  title: string,
  curves: readonly HeightCurve[],
  contacts: ClipContacts,
  times: Float32Array,
): string {
  const start = times[0];
  const duration = times[times.length - 1] - start || 1;
  const x = (time: number) => LEFT + ((WIDTH - LEFT - 20) * (time - start)) / duration;
  const y = (row: number, value: number) => {
    const cut = Math.min(CEILING, Math.max(FLOOR, value));
    return TOP + row * ROW + ((CEILING - cut) / (CEILING - FLOOR)) * (ROW - 20);
  };
  const path = (row: number, values: ArrayLike<number>) =>
    Array.from(
      times,
      (time, f) => `${f === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(row, values[f]).toFixed(1)}`,
    ).join('');
  const rows = curves.flatMap(({ name, before, after }, row) => {
    const spans = contacts.tracks[row]?.spans ?? [];
    const bars = spans.flatMap((span) =>
      [0, duration].map((back) => {
        const [from, to] = [Math.max(start, span.start - back), Math.min(start + duration, span.end - back)];
        return to > from
          ? `<rect x="${x(from).toFixed(1)}" y="${y(row, CEILING)}" width="${(x(to) - x(from)).toFixed(1)}" height="${ROW - 20}" class="touch"/>`
          : '';
      }),
    );
    return [
      ...bars,
      `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(row, 0).toFixed(1)}" y2="${y(row, 0).toFixed(1)}" class="ground"/>`,
      `<path d="${path(row, before)}" class="before"/>`,
      `<path d="${path(row, after)}" class="after"/>`,
      `<text x="12" y="${y(row, 4).toFixed(1)}">${escapeXml(name)}</text>`,
    ];
  });
  const height = TOP + curves.length * ROW + 30;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    '<style>.touch{fill:#dfeee3}.ground{stroke:#888;stroke-dasharray:3 3}.before,.after{fill:none;stroke-width:1.6}',
    '.before{stroke:#c0563f}.after{stroke:#2f6f9f}</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="24" font-size="16">${escapeXml(title)}</text>`,
    '<text x="12" y="44" fill="#666">lowest point above the ground, % of the height: red before, blue after, green where it touches</text>',
    ...rows.filter((line) => line !== ''),
    `<text x="${LEFT}" y="${height - 10}" fill="#666">0 s</text>`,
    `<text x="${WIDTH - 20}" y="${height - 10}" fill="#666" text-anchor="end">${duration.toFixed(2)} s</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const escapeXml = (text: string): string =>
  text.replace(/[<>&"]/g, (c) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[c] as string);
