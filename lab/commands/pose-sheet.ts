/** @file The picture of `eval pose --sheets`: sixteen real poses of a rig, and below them sixteen samples. */

import { contactSheet, type Tile } from '../../src/render/contact-sheet.js';
import type { Image } from '../../src/render/image.js';
import { renderRig } from '../../src/render/render-rig.js';
import { renderSkeleton } from '../../src/render/render-skeleton.js';
import { poseJoints } from '../../src/rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { createPoseCloud } from '../eval/pose-cloud.js';
import { describeSubject, type PoseSubject, spreadIndices } from '../eval/pose-subject.js';

/** Pictures of each kind, and how many stand in a row. */
const COUNT = 16;
const COLUMNS = 8;
const SIZE = { width: 200, height: 200 } as const;

/** Draws real poses and samples to one scale, with the same heading. */
export function drawPoseSheet(
  subject: PoseSubject,
  real: readonly Pose[],
  samples: readonly Pose[],
  title: string,
): Image {
  const rows = [
    { label: 'real', poses: faceOneWay(subject, pickSome(real)) },
    { label: 'sample', poses: faceOneWay(subject, pickSome(samples)) },
  ];
  const all = rows.flatMap(({ poses }) => poses);
  const { rig, skeleton, colors } = subject;
  const skinner = rig && createRigSkinner(rig);
  const frame = all.map((pose) =>
    skinner ? skinner.pose(pose).slice() : Float32Array.from(poseJoints(skeleton, pose).positions),
  );
  const settings = { ...SIZE, frame, colors };
  const tiles = rows.flatMap(({ label, poses }) =>
    poses.map(
      (pose, i): Tile => ({
        image: rig ? renderRig(rig, pose, settings) : renderSkeleton(skeleton, pose, { ...SIZE, frame }),
        label: `${label} ${i + 1}`,
      }),
    ),
  );
  const subtitle = `${skeleton.parents.length} joints, ${subject.clips.length} clips`;
  return contactSheet(tiles, { title, subtitle, columns: COLUMNS });
}

/** At most sixteen, spread evenly; a rig of fewer real poses shows each once. */
const pickSome = (poses: readonly Pose[]): Pose[] => spreadIndices(poses.length, COUNT).map((i) => poses[i]);

/** Poses without heading and travel; how high they stand is kept. */
function faceOneWay(subject: PoseSubject, poses: readonly Pose[]): Pose[] {
  const { rotations, jointCount } = createPoseCloud(describeSubject(subject), poses);
  return poses.map(({ root }, i) => ({
    rotations: rotations.slice(i * jointCount * 4, (i + 1) * jointCount * 4),
    root: Float32Array.of(0, root[1], 0),
  }));
}
