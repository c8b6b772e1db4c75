/** @file The picture of `pose check`: the worst findings, each marked in red and seen from its side. */

import { type Model, modelRig } from '../../io/model.js';
import type { ClipFinding } from '../../motion/measure/check-clips.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { createImage, type Image } from '../../render/image.js';
import { renderMesh } from '../../render/render-mesh.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import type { AnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Rig } from '../../rig/rig-records.js';

/** Pictures of a sheet. */
const COUNT = 12;
const SIZE = { width: 320, height: 320 } as const;
/** Directions that a finding is looked at from, degrees apart. */
const STEP = 30;

/** Draws the first of a sorted list of findings, over the ground where it is known. */
export function drawFindings(
  model: Model,
  anatomy: AnatomicalRig,
  found: readonly ClipFinding[],
  ground?: number,
): Image {
  const rig = modelRig(model);
  const skinner = rig && createRigSkinner(rig);
  const tiles = found.slice(0, COUNT).map((entry): Tile => {
    const { finding, clip, frame, pose } = entry;
    const label = `${finding.code} ${finding.score.toFixed(1)}`;
    const note = `${clip} ${frame}: ${finding.joints.map((j) => anatomy.original.names[j]).join(', ')}`;
    if (!rig || !skinner) return { image: renderSkeleton(anatomy.original, pose, SIZE), label, note };
    const positions = skinner.pose(pose);
    const highlight = trianglesOf(rig, anatomy, entry);
    const azimuth = sideOf(positions, rig.mesh.triangles, highlight);
    const camera = { azimuth, elevation: 12 };
    const image = renderMesh(rig.mesh, { ...SIZE, positions, highlight, camera, ground });
    return { image, label, note };
  });
  const nothing: Tile = { image: createImage(SIZE.width, 40), label: 'nothing is wrong' };
  return contactSheet(tiles.length > 0 ? tiles : [nothing], { title: model.name });
}

/** Triangles to mark: those found, those at vertices found, or those that a joint found moves most. */
function trianglesOf({ mesh, skin }: Rig, { carriers }: AnatomicalRig, { finding }: ClipFinding): number[] {
  const elements = new Set(finding.elements);
  if (finding.kind === 'triangle') return [...elements];
  const part = carriers[finding.joints[0]];
  const isMarked = (v: number): boolean => {
    if (finding.kind === 'vertex') return elements.has(v);
    let weight = 0;
    for (let k = v * skin.influenceCount; k < (v + 1) * skin.influenceCount; k++) {
      if (carriers[skin.joints[k]] === part) weight += skin.weights[k];
    }
    return weight > 0.5;
  };
  const marks = Uint8Array.from({ length: mesh.positions.length / 3 }, (_, v) => (isMarked(v) ? 1 : 0));
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    if (
      marks[mesh.triangles[t * 3]] + marks[mesh.triangles[t * 3 + 1]] + marks[mesh.triangles[t * 3 + 2]] >
      0
    ) {
      triangles.push(t);
    }
  }
  return triangles;
}

/** Where to look from so that marked triangles face the camera, degrees about +Y. */
function sideOf(positions: Float32Array, triangles: Uint32Array, marked: readonly number[]): number {
  const middle = (list: Iterable<number>) => {
    let [x, z, count] = [0, 0, 0];
    for (const v of list) {
      x += positions[v * 3];
      z += positions[v * 3 + 2];
      count++;
    }
    return [x / Math.max(1, count), z / Math.max(1, count)];
  };
  const [bx, bz] = middle(triangles);
  const [mx, mz] = middle(marked.flatMap((t) => [...triangles.subarray(t * 3, t * 3 + 3)]));
  const angle = (Math.atan2(mx - bx, mz - bz) * 180) / Math.PI;
  return Number.isFinite(angle) ? Math.round(angle / STEP) * STEP : STEP;
}
