/** @file A surface that moves: one rig and one clip for all its frames. */

import { join } from 'node:path';
import { reshapeModel } from '../../io/gltf/reshape-model.js';
import type { Model } from '../../io/model.js';
import { readModelFile } from '../../io/node.js';
import { readSequenceFolder } from '../../io/node-sequence-folder.js';
import { sequenceOfModel } from '../../io/read-sequence.js';
import { findBodyPlan } from '../../rig/body-plan/find-body-plan.js';
import { nameForConvention } from '../../rig/names/name-conventions.js';
import { fitSequence } from '../../rig/sequence/fit-sequence.js';
import type { CommandContext } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { bodyFacts, parseNames, type Rigged } from './rig-file.js';

/** Whether a file is to be rigged as a sequence: it only morphs, or --sequence says so. */
export function movesByItself(model: Model, { options }: CommandContext): boolean {
  const animations = model.source.gltf.json.animations ?? [];
  const morphs = animations.some(({ channels }) => channels.some(({ target }) => target.path === 'weights'));
  return options.sequence === true || (model.skeleton === undefined && morphs);
}

/** Recovers rig and motion from a folder of frames, or from the animation of a model. */
export async function rigSequence(context: CommandContext, input: string | Model): Promise<Rigged> {
  const { options, limits, signal, onProgress, runBlocking } = context;
  const reading = {
    limits,
    signal,
    clip: options.clip as string | undefined,
    frameRate: wholeNumber('--frame-rate', options.frameRate, 1, 1000),
  };
  const sequence =
    typeof input === 'string'
      ? await readSequenceFolder(input, reading)
      : await sequenceOfModel(input, reading);
  const fit = await runBlocking(() =>
    fitSequence(sequence, {
      signal,
      onProgress,
      ...(options.joints !== undefined && { maxJoints: wholeNumber('--joints', options.joints, 1, 256) }),
    }),
  );
  const body = findBodyPlan(fit.rig.mesh, fit.rig.skeleton, { skin: fit.rig.skin });
  const named = nameForConvention(body, fit.rig.skeleton, parseNames(options.names) ?? 'native');
  const skeleton = { ...fit.rig.skeleton, names: named.names };
  // The file of the anchor frame has materials and UVs; an animated one is put into that shape.
  const rest =
    typeof input === 'string'
      ? await readModelFile(join(input, sequence.labels![fit.anchor]), { limits })
      : reshapeModel(input, fit.rig.mesh.positions);
  const model: Model = { ...rest, name: sequence.name, skeleton, skin: fit.rig.skin, clips: [fit.clip] };
  return {
    model,
    rig: { ...fit.rig, skeleton },
    body: bodyFacts(body, skeleton),
    how: {
      skeleton:
        fit.addedJoints.length > 0
          ? `found, ${fit.addedJoints.length} of it by the motion`
          : 'found in the shape',
      weights: 'fitted to all frames',
    },
    findings: [...fit.findings, ...body.findings, ...named.findings],
    figures: {
      sequence: {
        frames: sequence.frames.length,
        anchor: fit.anchor,
        lbsRmse: fit.rmse,
        iterations: fit.iterations,
      },
    },
  };
}
