/** @file `posespace video prompts`: prompts for videos of a species, written by a language model. */

import { PosespaceError } from '../../base/errors.js';
import { hashBytes } from '../../batch/step-record.js';
import { nodeServiceTools } from '../../io/node-video-jobs.js';
import { SAMPLE_KINDS } from '../../io/samples.js';
import { isPrivateHost } from '../../video/models/private-address.js';
import { jobIdOf, type VideoJob, type VideoJobStore } from '../../video/models/video-job.js';
import { mostTokens, type PromptWriter, writePrompts } from '../../video/prompts/write-prompts.js';
import { writeJsonFile } from '../shared/command-files.js';
import { count, number, oneOf, text } from '../shared/flags.js';
import { defineCommand } from '../shared/shell.js';

const ENDPOINT =
  'set POSESPACE_PROMPTS_URL to an OpenAI-compatible endpoint (http://127.0.0.1:8000/v1), POSESPACE_PROMPTS_MODEL to a language model there, and POSESPACE_PROMPTS_KEY if it needs a key';

/** Price of the language model, for the budget. */
export const TOKEN_PRICE = number(
  'dollars per million tokens of the language model; without it a budget is kept only on your own machine',
  { min: 0, placeholder: 'dollars' },
);

export const videoPromptsCommand = defineCommand({
  usage: 'video prompts',
  summary:
    'Prompts for videos of a species, written by a language model behind an OpenAI-compatible endpoint',
  output: 'a JSON file with the list of prompts',
  flags: {
    species: text('what the videos show: "red fox"', { required: true, placeholder: 'name' }),
    body: oneOf(SAMPLE_KINDS, 'its kind of body', { default: 'quadruped' }),
    count: count('prompts', { min: 1, max: 200, default: 12 }),
    tokenPrice: TOKEN_PRICE,
  },
  examples: [
    [
      'POSESPACE_PROMPTS_URL=http://127.0.0.1:8000/v1 POSESPACE_PROMPTS_MODEL=qwen3 posespace video prompts --species "red fox" -o fox.json',
      'twelve prompts by a model on your own machine',
    ],
  ],
  async run({ options, output, seed, signal, paidRequests, now }) {
    const start = now();
    const tools = nodeServiceTools();
    const writer = openWriter(tools.environment);
    const { species, body, count: wanted, tokenPrice } = options;
    const asked = { species, body, count: wanted, seed };
    const price = tokenPrice ?? (isPrivateHost(new URL(writer.baseUrl).hostname) ? 0 : undefined);
    const payment = await openPayment(paidRequests, writer, asked, price);
    try {
      const { prompts, tokens } = await writePrompts(writer, { ...asked, signal }, tools);
      const cost = ((price ?? 0) * tokens) / 1e6;
      await payment?.close('done', cost);
      if (output !== undefined) await writeJsonFile(output, prompts);
      const files = output === undefined ? [] : [output];
      const seconds = (now() - start) / 1000;
      return {
        data: { species, model: writer.model, prompts, tokens, cost, files, seconds },
        text: [...prompts, ...(tokens > 0 ? [`${tokens} tokens, $${cost.toFixed(4)}`] : []), ...files].join(
          '\n',
        ),
      };
    } catch (error) {
      await payment?.close('refused');
      throw error;
    }
  },
});

function openWriter(environment: Readonly<Record<string, string | undefined>>): PromptWriter {
  const {
    POSESPACE_PROMPTS_URL: baseUrl,
    POSESPACE_PROMPTS_MODEL: model,
    POSESPACE_PROMPTS_KEY: key,
  } = environment;
  if (!baseUrl || !model || !URL.canParse(baseUrl))
    throw new PosespaceError('bad-usage', `video prompts: no language model is configured; ${ENDPOINT}`);
  return { baseUrl, model, ...(key && { key }) };
}

/** Reserves the greatest cost in the batch that asks; whatever went wrong afterwards may have been charged. */
async function openPayment(
  store: VideoJobStore | undefined,
  { model }: PromptWriter,
  asked: Parameters<typeof mostTokens>[0],
  price: number | undefined,
) {
  if (!store) return undefined;
  const requestHash = hashBytes(new TextEncoder().encode(JSON.stringify(['prompts', model, asked])));
  const attempt = ((await store.readJob(requestHash))?.attempt ?? 0) + 1;
  const note = 'the price of the language model is not known: give --token-price';
  const most =
    price === undefined ? { note } : { dollars: (price * mostTokens(asked)) / 1e6, note: 'at most' };
  const time = Date.now();
  const job: VideoJob = {
    ...{ id: jobIdOf(requestHash, attempt), model: `prompts:${model}`, requestHash, state: 'queued' },
    ...{ prompt: asked.species, seed: asked.seed, cost: most, warnings: [], attempt },
    ...{ createdAt: time, updatedAt: time },
  };
  if (!(await store.createJob(job)))
    throw new PosespaceError(
      'service',
      'video prompts: another run asks the same; wait for it, then run again',
    );
  return {
    close: (state: 'done' | 'refused', dollars?: number) =>
      store.writeJob({
        ...job,
        state,
        updatedAt: Date.now(),
        ...(dollars !== undefined && { cost: { dollars, note: 'by tokens' } }),
      }),
  };
}
