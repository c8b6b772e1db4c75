/**
 * @file The picture of `posespace rig --sheet`: skeleton, weights, and the joints bent one by one, or the frames
 * of a recovered clip beside the frames they were recovered from.
 */

import { VIEWS } from '../../render/camera.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import type { Image } from '../../render/image.js';
import { type RenderRigOptions, renderRig } from '../../render/render-rig.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { bentPose, type RigStress } from '../../rig/report/stress-rig.js';
import { jointCount, type Pose, type Rig } from '../../rig/rig-records.js';

const COLUMNS = 5;
const SIZE = { width: 320, height: 320 } as const;

/** Frames of a clip to draw below the rig. */
export interface SheetFrame {
  readonly pose: Pose;
  readonly label: string;
}

export interface RigSheetOptions {
  readonly title: string;
  /** Facing direction of the body. */
  readonly forward: readonly [number, number, number];
  /** sRGB and alpha. [V, 4] */
  readonly colors?: Uint8Array;
  readonly frames?: readonly SheetFrame[];
}

/** Skeleton from three sides, weights; then bent joints: the worst one and others spread over the body. */
export function drawRigSheet(rig: Rig, stress: RigStress, options: RigSheetOptions): Image {
  const { title, colors, forward, frames = [] } = options;
  const facing = (Math.atan2(forward[0], forward[2]) * 180) / Math.PI;
  const camera = { azimuth: facing + VIEWS['three-quarter'].azimuth };
  const { names } = rig.skeleton;
  const draw = (label: string, pose: Pose | undefined, settings: RenderRigOptions, note?: string): Tile => ({
    image: renderRig(rig, pose, { ...SIZE, camera, ...settings }),
    label,
    note,
  });
  const heaviest = heaviestJoint(rig);
  const tiles = [
    draw('skeleton', undefined, { skeleton: true }),
    draw('from the side', undefined, {
      skeleton: true,
      camera: { view: 'side', azimuth: facing + VIEWS.side.azimuth },
    }),
    draw('from the front', undefined, { skeleton: true, camera: { view: 'front', azimuth: facing } }),
    draw('weights of all joints', undefined, { paint: 'joints' }),
    draw(`weights of ${names[heaviest]}`, undefined, { paint: { weightsOf: heaviest } }),
  ];
  for (const { joint, bend, stretch } of pickBends(stress, COLUMNS)) {
    const degrees = Math.round((Math.hypot(...bend) * 180) / Math.PI);
    tiles.push(
      draw(
        `${names[joint]} ${degrees}°`,
        bentPose(rig, joint, bend),
        { colors },
        `stretch ${stretch.toFixed(2)}`,
      ),
    );
  }
  if (frames.length > 0) {
    const skinner = createRigSkinner(rig);
    const frame = frames.map(({ pose }) => skinner.pose(pose).slice());
    for (const { pose, label } of frames) tiles.push(draw(label, pose, { colors, frame }));
  }
  const subtitle = `${rig.mesh.triangles.length / 3} triangles, ${jointCount(rig.skeleton)} joints`;
  return contactSheet(tiles, { title, subtitle, columns: COLUMNS });
}

/** The worst bend first, then others at even steps of the joint order, which runs over the body limb by limb. */
function pickBends({ joints }: RigStress, count: number): RigStress['joints'] {
  if (joints.length <= count) return joints;
  const [worst, ...others] = joints;
  const ordered = others.sort((a, b) => a.joint - b.joint);
  const step = ordered.length / (count - 1);
  return [worst, ...Array.from({ length: count - 1 }, (_, i) => ordered[Math.floor((i + 0.5) * step)])];
}

/** The joint with the largest sum of weights, other than the root if possible. */
function heaviestJoint({ skeleton, skin }: Rig): number {
  const carried = new Float64Array(jointCount(skeleton));
  for (let i = 0; i < skin.joints.length; i++) carried[skin.joints[i]] += skin.weights[i];
  let heaviest = Math.min(1, carried.length - 1);
  for (let j = heaviest + 1; j < carried.length; j++) if (carried[j] > carried[heaviest]) heaviest = j;
  return heaviest;
}
