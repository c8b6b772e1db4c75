/**
 * @file Prompts for videos of a species by a language model behind an OpenAI-compatible endpoint, as ViPS has them written:
 * short phrases of what the animal does. The answer is asked for as JSON by a schema and checked against it here, because not
 * every server keeps to it: what is no list of so many different, plain phrases is asked for anew, a few times.
 */

import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import { recordOf } from '../models/json-answers.js';
import { createServiceClient, type ServiceClient } from '../models/service-client.js';
import { quoteService, ServiceError } from '../models/service-error.js';
import type { ServiceTools } from '../models/service-tools.js';

/** Where the language model is. */
export interface PromptWriter {
  /** Its name at the endpoint. */
  readonly model: string;
  /** The endpoint's address, `/v1` included. */
  readonly baseUrl: string;
  /** Absent for servers that need none. */
  readonly key?: string;
}

/** What the prompts are for. */
export interface WritePromptsOptions extends WorkOptions {
  readonly species: string;
  /** Its kind of body: `quadruped`. */
  readonly body: string;
  readonly count: number;
  readonly seed: number;
}

/** Prompts, and what they took. */
export interface WrittenPrompts {
  readonly prompts: readonly string[];
  /** As the endpoint counts them, all attempts; 0 where it does not. */
  readonly tokens: number;
}

/** Characters of a phrase. */
const LENGTH = { least: 3, most: 160 } as const;
const ATTEMPTS = 3;
/** Times that a busy endpoint is asked again, and the longest wait. */
const BUSY = { times: 5, longest: 30_000 } as const;
/** Tokens of one phrase in an answer, at most. */
const TOKENS = 60;

/** The most tokens that a request can take: a token is at least a byte. */
export function mostTokens(options: Omit<WritePromptsOptions, keyof WorkOptions>): number {
  const sent = new TextEncoder().encode(JSON.stringify(writeRequest('', options))).length;
  return ATTEMPTS * (sent + answerTokens(options.count));
}

/** Asks for prompts. */
export async function writePrompts(
  { model, baseUrl, key }: PromptWriter,
  options: WritePromptsOptions,
  tools: Pick<ServiceTools, 'fetch' | 'lookup' | 'sleep'>,
): Promise<WrittenPrompts> {
  const client = createServiceClient(
    {
      name: 'prompts',
      baseUrl: baseUrl.replace(/\/*$/, '/'),
      ...(key && { headers: { authorization: `Bearer ${key}` }, secrets: [key] }),
    },
    tools,
  );
  let [tokens, fault] = [0, ''];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const request = writeRequest(model, { ...options, seed: options.seed + attempt });
    const answer = recordOf(await askPatiently(client, request, options, tools));
    const used = recordOf(answer.usage).total_tokens;
    if (typeof used === 'number' && used > 0) tokens += used;
    const read = readAnswer(answer, options.count);
    if ('prompts' in read) return { prompts: read.prompts, tokens };
    fault = read.fault;
  }
  throw new ServiceError(
    'failed',
    `video/prompts: ${model} gives no usable prompts for "${options.species}" in ${ATTEMPTS} attempts: ${quoteService(fault, key ? [key] : [])}; choose another model, or leave the list's own prompts`,
  );
}

const answerTokens = (count: number): number => 100 + TOKENS * count;

function writeRequest(model: string, { species, body, count, seed }: Omit<WritePromptsOptions, 'signal'>) {
  const text =
    `Write ${count} different short phrases that say what one ${species} (body: ${body}) does in a video of a few seconds. ` +
    'Third person, present tense, beginning with a verb, as "trots slowly" or "turns its head to the left". ' +
    'One animal on a plain floor: no other animals, people, objects, places, camera or style. ' +
    'Vary gait, speed, posture and parts of the body.';
  const schema = {
    type: 'object',
    properties: {
      prompts: { type: 'array', items: { type: 'string' }, minItems: count, maxItems: count },
    },
    required: ['prompts'],
    additionalProperties: false,
  };
  return {
    model,
    messages: [
      { role: 'system', content: 'Answer with JSON alone: {"prompts": ["…"]}.' },
      { role: 'user', content: text },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'prompts', strict: true, schema } },
    max_tokens: answerTokens(count),
    temperature: 1,
    seed,
  };
}

async function askPatiently(
  client: ServiceClient,
  json: object,
  { signal }: WorkOptions,
  tools: Pick<ServiceTools, 'sleep'>,
): Promise<unknown> {
  for (let time = 1; ; time++) {
    throwIfAborted(signal);
    try {
      return await client.call('POST', 'chat/completions', { json, signal });
    } catch (error) {
      const busy = error instanceof ServiceError && error.trouble === 'busy';
      if (!busy || time >= BUSY.times) throw error;
      await tools.sleep(Math.min(BUSY.longest, error.retryAfter ?? 1000 * 2 ** time), signal);
    }
  }
}

/** The phrases of an answer, or what is wrong with it. A refusal is thrown: asking again would not help. */
function readAnswer(
  answer: Record<string, unknown>,
  count: number,
): { readonly prompts: string[] } | { readonly fault: string } {
  const [choice] = (Array.isArray(answer.choices) ? answer.choices : []).map(recordOf);
  if (!choice) return { fault: 'the answer has no choice; is it an OpenAI-compatible endpoint?' };
  const { content, refusal } = recordOf(choice.message);
  if (typeof refusal === 'string' || choice.finish_reason === 'content_filter') {
    const said = typeof refusal === 'string' ? ` (${quoteService(refusal)})` : '';
    throw new ServiceError('refused', `video/prompts: the model refuses${said}; change the species' name`);
  }
  if (choice.finish_reason === 'length') return { fault: 'the answer breaks off' };
  return checkPrompts(parse(content), count);
}

/** Checks what a model wrote: exactly so many different phrases of plain words, and nothing else. */
export function checkPrompts(
  value: unknown,
  count: number,
): { readonly prompts: string[] } | { readonly fault: string } {
  const { prompts, ...others } = recordOf(value);
  if (!Array.isArray(prompts)) return { fault: 'it is not {"prompts": […]}' };
  const [more] = Object.keys(others);
  if (more !== undefined) return { fault: `it has a field "${more}" that was not asked for` };
  if (prompts.length !== count) return { fault: `it has ${prompts.length} phrases instead of ${count}` };
  const seen = new Set<string>();
  for (const phrase of prompts) {
    if (typeof phrase !== 'string') return { fault: 'a phrase is no text' };
    const words = phrase.trim().replace(/\.$/, '');
    if (words.length < LENGTH.least || words.length > LENGTH.most)
      return { fault: `a phrase has ${words.length} characters` };
    // Plain words: nothing that a terminal, a path or a video model would take for more.
    if (!/^[\p{L}][\p{L}\p{M}\d ,;'’()-]*$/u.test(words))
      return { fault: `a phrase has more than words: ${words}` };
    seen.add(words.toLowerCase());
  }
  if (seen.size !== count) return { fault: 'a phrase is there twice' };
  return { prompts: prompts.map((phrase: string) => phrase.trim().replace(/\.$/, '')) };
}

/** JSON of a text; models like to put it between ``` lines. */
function parse(content: unknown): unknown {
  if (typeof content !== 'string') return undefined;
  try {
    return JSON.parse(content.replace(/^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/, '$1'));
  } catch {
    return undefined;
  }
}
