/** @file A row of an index as the motion prior sees it: the body on its anatomical tree, its clips at 12 frames a second. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import type { Model } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import type { Clip } from '../../src/motion/clip.js';
import type { Rig } from '../../src/rig/rig-records.js';
import type { DatasetRow } from '../dataset/dataset-row.js';
import {
  type BodyClips,
  TRANSFER_CLIPS_DEFAULTS,
  type TransferredClip,
  transferClips,
} from '../dataset/transfer-clips.js';

/** Rigs with more joints or vertices are left out: the network takes no more, and they would take most of the time. */
const MOST_JOINTS = 96;
const MOST_VERTICES = 30_000;
/** Clips whose joints the bones miss by more than this share of the diameter are left out. */
const MOST_RESIDUAL = 0.05;

/** A body and its clips on the anatomical tree. */
export interface MovingBody {
  readonly rig: Rig;
  readonly clips: readonly TransferredClip[];
}

/** Reads a row; with why there is nothing where there is nothing. */
export async function readMovingBody(
  folder: string,
  row: DatasetRow,
  limits: Partial<ReadLimits>,
  addClips: (body: Rig) => readonly Clip[] = () => [],
): Promise<MovingBody | string> {
  const { frameRate } = TRANSFER_CLIPS_DEFAULTS;
  const read = (file: string) => readModelFile(join(folder, file), { limits, frameRate });
  const own = fleshed(await read(row.file));
  const lender = row.clipsFrom === undefined ? undefined : fleshed(await read(row.clipsFrom));
  return own ? toMovingBody(own, lender, addClips) : 'no mesh with a skeleton';
}

function fleshed({ skeleton, mesh, skin, clips }: Model): BodyClips | undefined {
  return skeleton && skin && mesh.positions.length > 0
    ? { body: { skeleton, mesh, skin }, clips }
    : undefined;
}

/** Carries clips to the anatomical tree. */
export function toMovingBody(
  own: BodyClips,
  lender: BodyClips | undefined,
  addClips: (body: Rig) => readonly Clip[],
): MovingBody | string {
  const { mesh, skeleton } = own.body;
  if (!mesh || mesh.positions.length > MOST_VERTICES * 3) return 'too many vertices';
  if (skeleton.parents.length > MOST_JOINTS) return 'too many joints';
  const all = { ...own, clips: [...own.clips, ...addClips(own.body as Rig)] };
  const carried = transferClips(all, lender, { maxFrames: 100_000 });
  if (!carried) return 'the joints are not those of the file that holds its clips';
  const clips = carried.clips.filter(({ residual }) => residual <= MOST_RESIDUAL);
  const { body } = carried;
  return body.mesh && body.skin && clips.length > 0 ? { rig: body as Rig, clips } : 'no clips';
}
