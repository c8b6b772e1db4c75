/** @file Poses side by side in one picture, with one camera for all: rows that show a path or a clip. */

import { type Model, modelRig } from '../../io/model.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Pose } from '../../rig/rig-records.js';
import { facingCamera } from '../shared/facing-camera.js';

export interface StripRow {
  readonly label: string;
  readonly poses: readonly Pose[];
}

/** Pictures in a row. */
const COLUMNS = 9;
const SIZE = { width: 220, height: 220 } as const;

/** Draws at most nine poses of each row, evenFrames evenly with both ends, as a PNG. */
export async function drawStrips(model: Model, rows: readonly StripRow[]): Promise<Uint8Array> {
  const rig = modelRig(model);
  const colors = rig && (await readVertexColors(model));
  const skinner = rig && createRigSkinner(rig);
  const camera = facingCamera(model, 'three-quarter');
  const shown = rows.flatMap(({ label, poses }) =>
    evenFrames(poses.length).map((i) => ({ label: `${label} ${i}`, pose: poses[i] })),
  );
  const frame = shown.map(({ pose }) =>
    skinner ? skinner.pose(pose).slice() : Float32Array.from(poseJoints(model.skeleton!, pose).positions),
  );
  const tiles = shown.map(
    ({ label, pose }): Tile => ({
      image: rig
        ? renderRig(rig, pose, { ...SIZE, frame, colors, camera })
        : renderSkeleton(model.skeleton!, pose, { ...SIZE, frame }),
      label,
    }),
  );
  const columns = Math.min(COLUMNS, Math.max(1, ...rows.map(({ poses }) => poses.length)));
  return encodePng(contactSheet(tiles, { title: model.name, columns }));
}

/** At most nine of `count` indices, the first and the last among them. */
function evenFrames(count: number): number[] {
  const wanted = Math.min(COLUMNS, count);
  return Array.from({ length: wanted }, (_, i) => Math.round((i * (count - 1)) / Math.max(1, wanted - 1)));
}
