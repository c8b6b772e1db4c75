/** @file Draws the pose map on a canvas: landmarks, poses in the colours of their groups, the current pose. */

import type { DrawnMap } from '../../../store/views/explore-view.js';
import { type MapScale, toSquare } from './map-scale.js';

const CLIPS = [
  '#4f9df0',
  '#ef7d57',
  '#57b86a',
  '#c07be0',
  '#e0b13a',
  '#3bb7b0',
  '#e56a9a',
  '#8f8be8',
  '#9aa84a',
  '#b5815a',
];

const clipColor = (index: number): string => CLIPS[index % CLIPS.length];
const SAMPLE_COLOR = '#f2a65a';
const SAVED_COLOR = '#f25ac8';

export interface MapInk {
  readonly faint: string;
  readonly line: string;
  readonly accent: string;
  readonly ground: string;
}

/** One colour per group. */
export const groupColors = ({ groups }: DrawnMap): string[] =>
  groups.map(({ kind }, i) =>
    kind === 'clip' ? clipColor(i) : kind === 'sample' ? SAMPLE_COLOR : SAVED_COLOR,
  );

export function drawMapInto(
  canvas: HTMLCanvasElement,
  map: DrawnMap,
  scale: MapScale,
  here: { readonly x: number; readonly y: number } | null,
  ink: MapInk,
): void {
  const size = canvas.clientWidth;
  const density = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(size * density);
  canvas.height = canvas.width;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(density, density);
  const dot = (x: number, y: number, radius: number, color: string) => {
    const [u, v] = toSquare(scale, x, y);
    pen.fillStyle = color;
    pen.beginPath();
    pen.arc(u * size, v * size, radius, 0, 2 * Math.PI);
    pen.fill();
  };
  for (let i = 0; i < map.landmarks.length; i += 2) dot(map.landmarks[i], map.landmarks[i + 1], 2, ink.faint);
  const colors = groupColors(map);
  map.groups.forEach(({ kind, start, count }, g) => {
    pen.globalAlpha = kind === 'clip' ? 0.3 : 1;
    if (kind === 'clip') drawTrail(pen, map.points, start, count, scale, size, colors[g]);
    pen.globalAlpha = 0.9;
    for (let i = start; i < start + count; i++) {
      dot(map.points[i * 2], map.points[i * 2 + 1], kind === 'clip' ? 2.4 : 3.4, colors[g]);
    }
  });
  pen.globalAlpha = 1;
  if (here) drawHere(pen, toSquare(scale, here.x, here.y), size, ink);
}

/** The frames of a clip, connected in order. */
function drawTrail(
  pen: CanvasRenderingContext2D,
  points: Float32Array,
  start: number,
  count: number,
  scale: MapScale,
  size: number,
  color: string,
): void {
  pen.strokeStyle = color;
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (let i = start; i < start + count; i++) {
    const [u, v] = toSquare(scale, points[i * 2], points[i * 2 + 1]);
    pen.lineTo(u * size, v * size);
  }
  pen.stroke();
}

function drawHere(
  pen: CanvasRenderingContext2D,
  [u, v]: readonly [number, number],
  size: number,
  ink: MapInk,
): void {
  const [x, y] = [Math.min(0.98, Math.max(0.02, u)) * size, Math.min(0.98, Math.max(0.02, v)) * size];
  pen.lineWidth = 4;
  pen.strokeStyle = ink.ground;
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  pen.stroke();
  pen.lineWidth = 2;
  pen.strokeStyle = ink.accent;
  pen.stroke();
  pen.fillStyle = ink.accent;
  pen.beginPath();
  pen.arc(x, y, 2.2, 0, 2 * Math.PI);
  pen.fill();
}
