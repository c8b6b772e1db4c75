/** @file What a fit is worth, frame by frame and joint by joint: overlap of outlines, and which joints were seen. */

import type { Finding } from '../../base/finding.js';
import type { AnatomicalRig } from '../../rig/anatomy/anatomical-rig.js';
import { triangleJoints } from '../../rig/dominant-joints.js';
import { drawBody, drawnMask } from './draw-body.js';
import { poseBody } from './fit-body.js';
import type { FitScene } from './fit-scene.js';
import type { SolvedClip } from './solve-clip.js';
import { driftOf, type ShapeDrift, stretchBody } from './stretch-body.js';

/** How well a clip explains a video. */
export interface VideoFitReport {
  /** Intersection of the drawn and the real outline over their union, 0 to 1. [F] */
  readonly overlaps: Float32Array;
  /**
   * Share of each joint's surface that was visible in each frame, 0 to 1, on the rig's own joints: what is below 0.2 is
   * mostly the pose space's guess. [F, J]
   */
  readonly visible: Float32Array;
  readonly jointCount: number;
  /** How the shape of the body drifts in the video; the rig keeps its own. */
  readonly drift: ShapeDrift;
  readonly findings: readonly Finding[];
}

/** A joint is seen where more of its surface than this is visible. */
export const SEEN_SHARE = 0.2;
/** A body that stretches by more than this share is another one at the end. */
const LARGE_DRIFT = 0.08;
/** Overlaps below this are no fit. */
const POOR_OVERLAP = 0.75;

/** Measures a fit. */
export function reportFit(
  scene: FitScene,
  { poses, stretch }: SolvedClip,
  anatomy: AnatomicalRig,
): VideoFitReport {
  const { body, camera, width, height, fields } = scene;
  const parts = triangleJoints(body.rig);
  const { carriers, original } = anatomy;
  const overlaps = new Float32Array(poses.length);
  const visible = new Float32Array(poses.length * carriers.length);
  poses.forEach((pose, f) => {
    const drawn = drawBody(
      body,
      poseBody(stretchBody(body, stretch, f, poses.length), pose),
      camera,
      width,
      height,
    );
    overlaps[f] = measureOverlap(drawnMask(drawn), fields[f].matte.mask);
    const shares = visibleShares(drawn, body.rig.mesh.triangles, parts, body.jointCount);
    carriers.forEach((anatomical, j) => {
      visible[f * carriers.length + j] = anatomical < 0 ? 0 : shares[anatomical];
    });
  });
  const report = { overlaps, visible, jointCount: carriers.length, drift: driftOf(body, stretch) };
  const moved = new Set(anatomy.sources);
  return { ...report, findings: describeFit(report, original.names, moved, parts, anatomy) };
}

/** Visible pixels of each part over the pixels it would have alone, about. [J] */
export function visibleShares(
  {
    buffer,
    projected,
  }: { readonly buffer: { readonly triangle: Int32Array }; readonly projected: Float64Array },
  triangles: Uint32Array,
  parts: Int16Array,
  jointCount: number,
): Float64Array {
  const seen = new Float64Array(jointCount);
  for (const t of buffer.triangle) if (t >= 0) seen[parts[t]]++;
  const alone = new Float64Array(jointCount);
  const p = projected;
  for (let t = 0; t < parts.length; t++) {
    const [a, b, c] = [triangles[t * 3] * 4, triangles[t * 3 + 1] * 4, triangles[t * 3 + 2] * 4];
    const [ax, ay] = [p[a] / p[a + 2], p[a + 1] / p[a + 2]];
    const [bx, by] = [p[b] / p[b + 2] - ax, p[b + 1] / p[b + 2] - ay];
    const [cx, cy] = [p[c] / p[c + 2] - ax, p[c + 1] / p[c + 2] - ay];
    // Of a closed part about half of the area faces the camera.
    alone[parts[t]] += Math.abs(bx * cy - by * cx) / 4;
  }
  return seen.map((count, j) => (alone[j] > 1 ? Math.min(1, count / alone[j]) : 0));
}

function measureOverlap(a: Uint8Array, b: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    both += a[i] & b[i];
    either += a[i] | b[i];
  }
  return either > 0 ? both / either : 1;
}

function describeFit(
  { overlaps, visible, jointCount, drift }: Omit<VideoFitReport, 'findings'>,
  names: readonly string[],
  moved: ReadonlySet<number>,
  parts: Int16Array,
  anatomy: AnatomicalRig,
): Finding[] {
  const findings: Finding[] = [];
  const frames = overlaps.length;
  const withSurface = new Set(parts);
  const unseen = [...moved].filter((j) => {
    if (!withSurface.has(anatomy.carriers[j])) return false;
    for (let f = 0; f < frames; f++) if (visible[f * jointCount + j] > SEEN_SHARE) return false;
    return true;
  });
  if (unseen.length > 0) {
    const some = unseen.slice(0, 6).map((j) => names[j]);
    findings.push({
      code: 'joints-never-seen',
      severity: 'info',
      message: `${unseen.length} joints are never seen, their motion is the pose space's guess: ${some.join(', ')}${unseen.length > 6 ? ', …' : ''}`,
      fix: 'Film from a side that shows them (video stage --azimuth), or correct them by hand.',
      kind: 'joint',
      elements: unseen.slice(0, 200),
      count: unseen.length,
    });
  }
  const most = Math.max(...drift.stretch.map(Math.abs));
  if (most > LARGE_DRIFT) {
    findings.push({
      code: 'shape-drifts',
      severity: 'info',
      message: `the body in the video changes its shape, by ${(most * 100).toFixed(0)} % along one axis at the end; the rig keeps its own`,
      fix: 'Cut the video with --end, or make it again with another seed.',
    });
  }
  const poor = overlaps.filter((overlap) => overlap < POOR_OVERLAP).length;
  if (poor > 0) {
    findings.push({
      code: 'outline-not-met',
      severity: poor > frames / 3 ? 'warning' : 'info',
      message: `in ${poor} of ${frames} frames the outline of the fitted body overlaps the video's by less than ${POOR_OVERLAP * 100} %`,
      fix: 'Check that the video shows this body on a plain background, alone; cut it with --start and --end, or give masks.',
    });
  }
  return findings;
}
