/**
 * @file The video model that needs no network: a motion of the library, performed by this body and filmed on its stage.
 * The prompt chooses the motion, the seed varies how it is performed. It makes every pipeline run end to end, and the
 * truth of its videos is known: `embeddedMotion` gives the clip that is seen.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import { type Clip, clipDuration } from '../../motion/clip.js';
import { createMotion } from '../../motion/library/create-motion.js';
import { createMotionBody, type MotionBody } from '../../motion/library/motion-body.js';
import { motionsOf } from '../../motion/library/motions.js';
import { blendPoses, sampleClip } from '../../motion/sample-clip.js';
import { encodePng } from '../../render/encode-png.js';
import type { SurfacePaint } from '../../render/surface-paint.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import { renderStage } from '../stage/render-stage.js';
import type { Stage } from '../stage/stage-record.js';
import { recordOf } from './json-answers.js';
import { matchMotion } from './match-motion.js';
import { ServiceError } from './service-error.js';
import type { VideoModel } from './video-model.js';
import { controlsOf } from './video-request.js';

/** What the embedded model films. */
export interface EmbeddedVideoOptions {
  readonly rig: Rig;
  readonly stage: Stage;
  /** Textures and colours of the model. */
  readonly surface?: SurfacePaint;
}

/** A motion to be filmed. */
export interface EmbeddedTake {
  readonly motion: string;
  readonly energy: number;
  readonly seed: number;
  readonly frames: number;
  /** Frames per second. */
  readonly fps: number;
}

/** The model of one rig on one stage. */
export function createEmbeddedVideoModel(options: EmbeddedVideoOptions): VideoModel {
  const { rig, stage, surface } = options;
  let body: MotionBody | undefined;
  const bodyOf = () => {
    body ??= createMotionBody(rig);
    return body;
  };
  return {
    provider: 'embedded',
    modelId: `library-${fingerprint(rig, stage)}`,
    async doStart(call) {
      const motions = motionsOf(bodyOf());
      const found = matchMotion(call.prompt ?? '', motions);
      if (!found) {
        const names = motions.map(({ name }) => name).join(', ');
        throw new PosespaceError(
          'bad-usage',
          `video/embedded: the prompt names no motion of this body; it has ${names}`,
        );
      }
      const { seed = 0, fps = 16 } = call;
      const { frames = Math.round((call.duration ?? 3) * fps) } = controlsOf(call);
      const take: EmbeddedTake = { motion: found.motion.name, energy: found.energy, seed, frames, fps };
      return { operation: take, warnings: [] };
    },
    async doStatus({ operation, abortSignal }) {
      const take = checkTake(operation);
      const videos = [];
      const first = stage.pose ?? restPose(rig.skeleton);
      for (const pose of embeddedMotion(bodyOf(), take, first).poses) {
        await pauseUnlessAborted(abortSignal);
        const data = encodePng(renderStage(rig, stage, { pose, surface }));
        videos.push({ type: 'binary' as const, data, mediaType: 'image/png' });
      }
      return { status: 'completed', videos, warnings: [], providerMetadata: { embedded: { ...take } } };
    },
    estimateCost: () => ({ dollars: 0, note: 'made on this computer' }),
    operationOf: () => null,
  };
}

/** Seconds in which the body goes from its first pose into the motion. */
const LEAD_IN = 0.4;

/**
 * The clip that a take shows, one pose per frame: from the stage's pose, which is the first frame, into the motion. The
 * seed 0 performs the motion as it is.
 */
export function embeddedMotion(
  body: MotionBody,
  { motion, energy, seed, frames, fps }: EmbeddedTake,
  first: Pose,
): Clip {
  const definition = motionsOf(body).find(({ name }) => name === motion);
  if (!definition) throw new ServiceError('failed', `video/embedded: this body has no motion "${motion}"`);
  const rng = createRng(seed);
  const vary = (width: number) => (seed === 0 ? 1 : 1 + rng.range(-width, width));
  const { clip, contacts } = createMotion(body, definition, {
    ...{ seed, energy: energy * vary(0.2), stride: vary(0.15), bounce: vary(0.4) },
    ...{ headLiveliness: vary(0.6), tailLiveliness: vary(0.6) },
  });
  const length = clipDuration(clip);
  const times = Float32Array.from({ length: frames }, (_, f) => f / fps);
  const poses = Array.from(times, (time): Pose => {
    const within = contacts.loop && length > 0 ? time % length : Math.min(time, length);
    const moving = sampleClip(clip, clip.times[0] + within);
    const share = Math.min(1, time / LEAD_IN);
    return share < 1 ? blendPoses(first, moving, share * share * (3 - 2 * share)) : moving;
  });
  return { name: clip.name, times, poses, source: 'library' };
}

function checkTake(operation: unknown): EmbeddedTake {
  const { motion, energy, seed, frames, fps } = recordOf(operation);
  const numbers = [energy, seed, frames, fps].every(Number.isFinite);
  if (typeof motion === 'string' && numbers && Number(frames) <= 1000) return operation as EmbeddedTake;
  throw new ServiceError('failed', 'video/embedded: the job record has no motion; delete it');
}

/** Eight digits of a rig on a stage: other rigs make other videos of the same request. FNV-1a. */
function fingerprint({ mesh, skeleton, skin }: Rig, { camera, ground, pattern }: Stage): string {
  const head = JSON.stringify([camera, ground, pattern, skeleton.names]);
  let hash = 0x811c9dc5;
  const mix = (value: number) => {
    hash = Math.imul(hash ^ value, 0x01000193);
  };
  for (let i = 0; i < head.length; i++) mix(head.charCodeAt(i));
  for (const array of [mesh.positions, skeleton.rest, skeleton.parents, skin.joints, skin.weights]) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    // Every fourth byte of each fourth number is enough to tell rigs apart.
    for (let i = 0; i < bytes.length; i += 7) mix(bytes[i]);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
