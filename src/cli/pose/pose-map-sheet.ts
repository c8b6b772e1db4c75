/**
 * @file The picture of `pose map`: poses decoded on a grid over the map, with samples as dots and clips as coloured paths
 * on top.
 */

import type { Model } from '../../io/model.js';
import { modelRig } from '../../io/model.js';
import type { PoseMap } from '../../pose/edit/map-poses.js';
import { jointColor, THEMES } from '../../render/color.js';
import { drawTextInto, fitText } from '../../render/draw-text.js';
import { createImage, type Image, pasteImageInto } from '../../render/image.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { blendMaskInto, createStrokeMask, strokeInto } from '../../render/stroke.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Pose } from '../../rig/rig-records.js';

/** A clip on the map: which of its points are its frames. */
export interface MappedClip {
  readonly name: string;
  readonly first: number;
  readonly count: number;
}

/** Pictures along the longer side of the map. */
const CELLS = 11;
/** Pixels of one of them, and of the page around. */
const CELL = 116;
const MARGIN = 24;
const HEADER = 52;
const LEGEND_LINE = 24;
const MOST_NAMES = 12;
const THEME = THEMES.light;

/** Draws the map. */
export function drawPoseMap(
  model: Model,
  map: PoseMap,
  clips: readonly MappedClip[],
  colors: Uint8Array | undefined,
): Image {
  const box = findBox(map);
  const columns = Math.max(1, Math.round((CELLS * box.width) / Math.max(box.width, box.height)));
  const rows = Math.max(1, Math.round((CELLS * box.height) / Math.max(box.width, box.height)));
  const named = clips.slice(0, MOST_NAMES);
  const legend = Math.ceil(named.length / 3) * LEGEND_LINE;
  const width = columns * CELL + 2 * MARGIN;
  const page = createImage(width, HEADER + rows * CELL + legend + MARGIN, THEME.page);
  const toPage = (x: number, y: number): [number, number] => [
    MARGIN + ((x - box.left) / box.width) * columns * CELL,
    HEADER + ((box.top - y) / box.height) * rows * CELL,
  ];
  drawTextInto(page, fitText(`${model.name}: map of its poses`, width - 2 * MARGIN, 28), MARGIN, 14, {
    size: 28,
    color: THEME.text,
  });
  drawCells(page, model, map, columns, rows, box, colors);
  drawDots(page, map.landmarks, toPage);
  for (const [c, clip] of clips.entries()) drawPath(page, map, clip, c, toPage);
  for (const [c, { name }] of named.entries()) {
    const x = MARGIN + ((c % 3) * (width - 2 * MARGIN)) / 3;
    const y = HEADER + rows * CELL + Math.floor(c / 3) * LEGEND_LINE + 8;
    const text = fitText(name, (width - 2 * MARGIN) / 3 - 16, 16);
    drawTextInto(page, text, x, y, { size: 16, color: jointColor(c) });
  }
  return page;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the plane that is drawn: all points, with a little air. */
function findBox({ points, landmarks }: PoseMap): Box {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const list of [points, landmarks]) {
    for (let i = 0; i < list.length; i++) {
      low[i % 2] = Math.min(low[i % 2], list[i]);
      high[i % 2] = Math.max(high[i % 2], list[i]);
    }
  }
  const air = 0.04 * Math.max(high[0] - low[0], high[1] - low[1], 1e-3);
  return {
    left: low[0] - air,
    top: high[1] + air,
    width: high[0] - low[0] + 2 * air,
    height: high[1] - low[1] + 2 * air,
  };
}

/** The pose of the middle of every cell that has points near it. */
function drawCells(
  page: Image,
  model: Model,
  map: PoseMap,
  columns: number,
  rows: number,
  box: Box,
  colors: Uint8Array | undefined,
): void {
  const cells: { column: number; row: number; pose: Pose }[] = [];
  const reach = box.width / columns;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = box.left + ((column + 0.5) / columns) * box.width;
      const y = box.top - ((row + 0.5) / rows) * box.height;
      if (nearestDistance(map, x, y) < reach) cells.push({ column, row, pose: map.decode(x, y) });
    }
  }
  const rig = modelRig(model);
  const skinner = rig && createRigSkinner(rig);
  const frame = cells.map(({ pose }) =>
    skinner ? skinner.pose(pose).slice() : Float32Array.from(poseJoints(model.skeleton!, pose).positions),
  );
  const settings = {
    width: CELL,
    height: CELL,
    frame,
    background: THEME.page,
    ground: false,
    shadows: false,
  } as const;
  for (const { column, row, pose } of cells) {
    const picture = rig
      ? renderRig(rig, pose, { ...settings, colors })
      : renderSkeleton(model.skeleton!, pose, settings);
    pasteImageInto(page, picture, MARGIN + column * CELL, HEADER + row * CELL);
  }
}

function nearestDistance({ points, landmarks }: PoseMap, x: number, y: number): number {
  let least = Infinity;
  for (const list of [points, landmarks]) {
    for (let i = 0; i < list.length; i += 2)
      least = Math.min(least, Math.hypot(list[i] - x, list[i + 1] - y));
  }
  return least;
}

type ToPage = (x: number, y: number) => [number, number];

function drawDots(page: Image, points: Float32Array, toPage: ToPage): void {
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = toPage(points[i], points[i + 1]);
    const mask = createStrokeMask(page, x - 4, y - 4, x + 5, y + 5);
    if (!mask) continue;
    strokeInto(mask, x, y, 3, x, y, 3);
    blendMaskInto(page, mask, THEME.mutedText);
  }
}

/** Frames in their order, as one line. */
function drawPath(page: Image, { points }: PoseMap, clip: MappedClip, index: number, toPage: ToPage): void {
  const mask = createStrokeMask(page, 0, 0, page.width, page.height);
  if (!mask) return;
  for (let i = clip.first; i < clip.first + clip.count; i++) {
    const [x1, y1] = toPage(points[i * 2], points[i * 2 + 1]);
    const [x0, y0] = i > clip.first ? toPage(points[i * 2 - 2], points[i * 2 - 1]) : [x1, y1];
    strokeInto(mask, x0, y0, 1.2, x1, y1, 1.2);
  }
  blendMaskInto(page, mask, jointColor(index));
}
