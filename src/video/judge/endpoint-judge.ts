/**
 * @file A judge that is a vision model behind an OpenAI-compatible endpoint. It is asked two yes-or-no questions about
 * frames of the video; where the endpoint gives log-probabilities the score is P(yes) / (P(yes) + P(no)), as VideoPhy has
 * it; elsewhere the mean of five ratings from 1 to 5, as VideoPhy-2 has it. The method says which.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { encodePng } from '../../render/encode-png.js';
import { resizeImage } from '../frames/resize-image.js';
import type { VideoFrames } from '../frames/video-frames.js';
import { recordOf } from '../models/json-answers.js';
import { createServiceClient, type ServiceClient } from '../models/service-client.js';
import { ServiceError } from '../models/service-error.js';
import type { ServiceTools } from '../models/service-tools.js';
import { base64Of } from '../models/video-request.js';
import type { Judge } from './judge.js';

/** Settings of the judge. */
export interface EndpointJudgeOptions {
  /** The vision model's name at the endpoint. */
  readonly model: string;
  /** Where the endpoint is, `/v1` included. */
  readonly baseUrl: string;
  /** Absent for servers that need none. */
  readonly key?: string;
}

/** Frames that are shown, the longest side of one, and ratings that are averaged. */
const SHOWN = 8;
const LONGEST_SIDE = 512;
const RATINGS = 5;

const QUESTIONS = {
  semantic: (caption: string) => `Does the video show this: "${caption}"?`,
  physical: () => 'Does what happens in the video follow the laws of physics?',
} as const;
type Question = keyof typeof QUESTIONS;

/** A judge behind an endpoint. */
export function createEndpointJudge(
  { model, baseUrl, key }: EndpointJudgeOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup'>,
): Judge {
  const client = createServiceClient(
    {
      name: 'judge',
      baseUrl: baseUrl.replace(/\/*$/, '/'),
      ...(key && { headers: { authorization: `Bearer ${key}` }, secrets: [key] }),
    },
    tools,
  );
  return {
    async score(video, caption, work = {}) {
      const pictures = showFrames(video);
      const ask = { client, model, pictures, work };
      const first = await askYesNo(ask, QUESTIONS.semantic(caption));
      if (first !== undefined) {
        const second = await askYesNo(ask, QUESTIONS.physical());
        const scores = { semantic: first, physical: second ?? null };
        return { ...scores, method: `P(yes) of ${model}`, details: scores };
      }
      const rate = (question: Question) => askRatings(ask, QUESTIONS[question](caption));
      const [semantic, physical] = [await rate('semantic'), await rate('physical')];
      const details = { semanticRating: semantic, physicalRating: physical };
      const share = (rating: number) => (rating - 1) / 4;
      const method = `mean of ${RATINGS} ratings by ${model}`;
      return { semantic: share(semantic), physical: share(physical), method, details };
    },
  };
}

/** Frames spread over the video, as data URIs. */
function showFrames({ images }: VideoFrames): string[] {
  const count = Math.min(SHOWN, images.length);
  return Array.from({ length: count }, (_, i) => {
    const image = images[Math.round((i * (images.length - 1)) / Math.max(1, count - 1))];
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const small = resizeImage(image, Math.round(image.width * scale), Math.round(image.height * scale));
    return `data:image/png;base64,${base64Of(encodePng(small))}`;
  });
}

interface Asked {
  readonly client: ServiceClient;
  readonly model: string;
  readonly pictures: readonly string[];
  readonly work: WorkOptions;
}

async function complete({ client, model, pictures, work }: Asked, text: string, more: object) {
  throwIfAborted(work.signal);
  const content = [
    { type: 'text', text: `These are frames of a video in their order. ${text}` },
    ...pictures.map((url) => ({ type: 'image_url', image_url: { url } })),
  ];
  const json = { model, messages: [{ role: 'user', content }], ...more };
  const answer = recordOf(await client.call('POST', 'chat/completions', { json, signal: work.signal }));
  const [choice] = (Array.isArray(answer.choices) ? answer.choices : []).map(recordOf);
  if (choice) return choice;
  throw new ServiceError(
    'failed',
    'video/judge: the answer has no choice; is it an OpenAI-compatible endpoint?',
  );
}

/** P(yes) against P(no); undefined where the endpoint gives no log-probabilities. */
async function askYesNo(asked: Asked, question: string): Promise<number | undefined> {
  const settings = { max_tokens: 1, temperature: 0, logprobs: true, top_logprobs: 10 };
  const choice = await complete(asked, `${question} Answer with one word, Yes or No.`, settings);
  const { content } = recordOf(choice.logprobs);
  const [token] = (Array.isArray(content) ? content : []).map(recordOf);
  const tops = Array.isArray(token?.top_logprobs) ? token.top_logprobs.map(recordOf) : [];
  const mass = (word: string) =>
    tops.reduce((sum, { token: text, logprob }) => {
      const same = typeof text === 'string' && text.trim().toLowerCase() === word;
      return same && typeof logprob === 'number' && logprob <= 0 ? sum + Math.exp(logprob) : sum;
    }, 0);
  const [yes, no] = [mass('yes'), mass('no')];
  return yes + no > 0 ? yes / (yes + no) : undefined;
}

/** The mean of ratings from 1 to 5. */
async function askRatings(asked: Asked, question: string): Promise<number> {
  const ratings: number[] = [];
  for (let seed = 0; seed < RATINGS; seed++) {
    const text = `${question} Rate it from 1 (not at all) to 5 (entirely). Answer with the number alone.`;
    const choice = await complete(asked, text, { max_tokens: 4, temperature: 1, seed });
    const { content } = recordOf(choice.message);
    const rating = /[1-5]/.exec(typeof content === 'string' ? content : '')?.[0];
    if (rating) ratings.push(Number(rating));
  }
  if (ratings.length > 0) return ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
  throw new PosespaceError(
    'service',
    'video/judge: the model gives no rating; choose one that sees pictures',
  );
}
