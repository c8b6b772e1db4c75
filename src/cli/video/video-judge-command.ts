/** @file `posespace video judge`: whether a video shows what its caption says, and whether it could happen. */

import { PosespaceError } from '../../base/errors.js';
import { modelRig } from '../../io/model.js';
import { readVideoFile } from '../../io/node-video-file.js';
import { nodeServiceTools } from '../../io/node-video-jobs.js';
import type { Clip } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { createEndpointJudge } from '../../video/judge/endpoint-judge.js';
import type { Judge } from '../../video/judge/judge.js';
import { createOwnJudge } from '../../video/judge/own-judge.js';
import { pickClip, readAnimated } from '../animate/animated-file.js';
import { number, oneOf, path, text } from '../shared/flags.js';
import { defineCommand } from '../shared/shell.js';

const ENDPOINT =
  'set POSESPACE_JUDGE_URL to an OpenAI-compatible endpoint (http://127.0.0.1:8000/v1), POSESPACE_JUDGE_MODEL to a vision model there, and POSESPACE_JUDGE_KEY if it needs a key';

export const videoJudgeCommand = defineCommand({
  usage: 'video judge <input>',
  summary: 'Judge a video and the clip fitted to it: does it show what the caption says, could it happen',
  flags: {
    video: path('the video that the clip was fitted to', { required: true }),
    caption: text('what the video shall show: "the wolf walks"', { required: true, placeholder: 'words' }),
    clip: text('the fitted clip; by default the only one, or the first that walks'),
    judge: oneOf(['own', 'endpoint'] as const, 'measures of the clip, or a vision model', {
      default: 'own',
      forAssistants: ['own'],
    }),
    ground: number('height of the ground', { default: 0, placeholder: 'metres' }),
  },
  examples: [
    [
      'posespace video judge walk.glb --video walk.mp4 --clip walk --caption "the wolf walks"',
      'measured, free',
    ],
    [
      'POSESPACE_JUDGE_URL=http://127.0.0.1:8000/v1 posespace video judge walk.glb --video walk.mp4 --caption "the wolf walks" --judge endpoint',
      'by a vision model',
    ],
  ],
  async run(context, input) {
    const { options, signal } = context;
    const { model } = await readAnimated(context, input);
    const video = await readVideoFile(options.video, { signal });
    const rig = modelRig(model);
    const judgeOf = (): Judge => {
      if (options.judge === 'endpoint') return openEndpointJudge();
      if (!rig)
        throw new PosespaceError('bad-input', `video judge: "${input}" has no mesh; give the fitted file`);
      const clip = alignClip(pickClip(model, options.clip), video.images.length, video.frameRate);
      return createOwnJudge({ rig, clip, ground: options.ground });
    };
    const score = await judgeOf().score(video, options.caption, { signal });
    const shown = (value: number | null) => (value === null ? 'cannot tell' : value.toFixed(2));
    return {
      data: { input, ...score },
      text: [
        `semantic ${shown(score.semantic)}, physical ${shown(score.physical)} (${score.method}; not to be compared with other methods)`,
        ...Object.entries(score.details).map(
          ([name, value]) => `  ${name} ${value === null ? '–' : value.toFixed(3)}`,
        ),
      ].join('\n'),
    };
  },
});

/** The clip's pose at every frame of the video. */
function alignClip(clip: Clip, frames: number, frameRate: number): Clip {
  const times = Float32Array.from({ length: frames }, (_, f) => f / frameRate);
  return { ...clip, times, poses: Array.from(times, (time) => sampleClip(clip, clip.times[0] + time)) };
}

function openEndpointJudge(): Judge {
  const tools = nodeServiceTools();
  const {
    POSESPACE_JUDGE_URL: baseUrl,
    POSESPACE_JUDGE_MODEL: model,
    POSESPACE_JUDGE_KEY: key,
  } = tools.environment;
  if (!baseUrl || !model)
    throw new PosespaceError('bad-usage', `video judge: no endpoint is configured; ${ENDPOINT}`);
  return createEndpointJudge({ baseUrl, model, ...(key && { key }) }, tools);
}
