/** @file The creature of a file on a stage: the stage that a folder holds, or a new one. */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import { modelRig } from '../../io/model.js';
import { readBytes } from '../../io/node.js';
import { readSurfacePaint } from '../../io/read-surface-paint.js';
import { encodePng } from '../../render/encode-png.js';
import type { SurfacePaint } from '../../render/surface-paint.js';
import type { Rig } from '../../rig/rig-records.js';
import type { VideoRequest } from '../../video/models/video-request.js';
import { composePrompt } from '../../video/stage/compose-prompt.js';
import { type CreateStageOptions, createStage } from '../../video/stage/create-stage.js';
import { renderStage } from '../../video/stage/render-stage.js';
import { decodeStage, type Stage } from '../../video/stage/stage-record.js';

/** A creature on its stage. */
export interface StagedCreature {
  readonly rig: Rig;
  readonly stage: Stage;
  readonly surface?: SurfacePaint;
}

/** Puts the creature of a file on the stage of a folder, or on a new one. */
export async function stageCreature(
  model: Model,
  folder: string | undefined,
  options: CreateStageOptions = {},
): Promise<StagedCreature> {
  const rig = modelRig(model);
  if (!rig) {
    throw new PosespaceError(
      'bad-input',
      `video: "${model.name}" has no rig to film; make one with posespace rig`,
    );
  }
  const { paint: surface } = await readSurfacePaint(model);
  if (folder === undefined) return { rig, surface, stage: createStage(rig, { ...options, surface }) };
  const path = folder.endsWith('.json') ? folder : join(folder, 'stage.json');
  const stage = decodeStage(new TextDecoder().decode(await readBytes(path, 1 << 20)));
  return { rig, surface, stage };
}

/** What to ask for on a stage. */
export interface StageAction {
  /** What the creature does; the prompt says the rest. */
  readonly action: string;
  readonly frames: number;
  readonly fps: number;
  readonly seed: number;
}

/** The request for a video that begins on a stage. */
export function stageRequest(
  { rig, stage, surface }: StagedCreature,
  { action, frames, fps, seed }: StageAction,
): VideoRequest {
  const { width, height } = stage;
  const firstFrame = { mediaType: 'image/png', bytes: encodePng(renderStage(rig, stage, { surface })) };
  return { prompt: composePrompt(action).prompt, firstFrame, width, height, frames, fps, seed };
}
