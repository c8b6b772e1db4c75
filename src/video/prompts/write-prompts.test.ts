import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  fakeTools,
  type PlayedService,
  playService,
  reply,
} from '../../../test/support/video-services.js';
import { checkPrompts, mostTokens, writePrompts } from './write-prompts.js';

const KEY = 'secret-key-0123456789';
const asked = { species: 'red fox', body: 'quadruped', count: 2, seed: 4 };
const GOOD = { prompts: ['trots slowly', 'turns its head to the left'] };

const services: PlayedService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

const said = (content: unknown, more: object = {}): Answer => ({
  choices: [
    { message: { content: typeof content === 'string' ? content : JSON.stringify(content) }, ...more },
  ],
  usage: { total_tokens: 100 },
});

/** An endpoint that gives these answers one after the other, the last of them for ever. */
async function ask(...answers: Answer[]) {
  let time = 0;
  const service = await playService(() => answers[Math.min(time++, answers.length - 1)]);
  services.push(service);
  const { tools, waits } = fakeTools();
  const writer = { model: 'small', baseUrl: `${service.url}/v1`, key: KEY };
  const result = await writePrompts(writer, asked, tools).catch((error: Error) => error);
  return { result, service, waits };
}

describe('writePrompts', () => {
  it('asks by a schema and takes what keeps to it, also between fences', async () => {
    const { result, service } = await ask(said(`\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``));
    expect(result).toEqual({ prompts: GOOD.prompts, tokens: 100 });
    const [{ path, headers, body }] = service.requests;
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`]);
    const sent = JSON.parse(body);
    expect(sent.response_format.json_schema.schema.properties.prompts).toMatchObject({
      minItems: 2,
      maxItems: 2,
    });
    expect(sent).toMatchObject({ model: 'small', seed: 4 });
    expect(sent.messages[1].content).toMatch(/2 different.*red fox.*quadruped/);
    expect(mostTokens(asked)).toBeGreaterThan(3 * sent.max_tokens);
  });

  it('asks anew, with another seed, for what is no such list', async () => {
    const { result, service } = await ask(
      said('Sure! Here you go'),
      said(GOOD, { finish_reason: 'length' }),
      said(GOOD),
    );
    expect(result).toEqual({ prompts: GOOD.prompts, tokens: 300 });
    expect(service.requests.map(({ body }) => JSON.parse(body).seed)).toEqual([4, 5, 6]);
    const never = await ask(said({ prompts: ['trots'] }));
    expect(never.result).toMatchObject({
      trouble: 'failed',
      message: expect.stringMatching(/3 attempts: it has 1 phrases/),
    });
    expect(never.service.requests.length).toBe(3);
  });

  it('takes a refusal for an answer', async () => {
    for (const refused of [
      { choices: [{ message: { refusal: 'I cannot help\u001b[31m with foxes' } }] },
      said('', { finish_reason: 'content_filter' }),
    ]) {
      const { result, service } = await ask(refused);
      expect(result).toMatchObject({ trouble: 'refused', message: expect.stringMatching(/refuses/) });
      expect((result as Error).message).not.toContain('\u001b');
      expect(service.requests.length).toBe(1);
    }
  });

  it('waits for a busy endpoint, not for one that denies, answers too much or nothing', async () => {
    const busy = await ask(reply(429, '', { 'retry-after': '7' }), said(GOOD));
    expect(busy.waits).toEqual([7000]);
    expect(busy.result).toMatchObject(GOOD);
    const denied = await ask(reply(401, { error: { message: `bad key ${KEY}` } }));
    expect(denied.result).toMatchObject({ trouble: 'denied' });
    expect((denied.result as Error).message).not.toContain(KEY);
    const long = await ask(reply(200, 'x'.repeat(64), { 'content-length': `${1 << 30}` }));
    expect((long.result as Error).message).toMatch(/larger than/);
    expect(((await ask({ choices: [] })).result as Error).message).toMatch(/no choice/);
  });
});

it('hostile phrases are no prompts', () => {
  expect(checkPrompts(GOOD, 2)).toEqual(GOOD);
  expect(checkPrompts({ prompts: ['  trots. '] }, 1)).toEqual({ prompts: ['trots'] });
  for (const [bad, fault] of [
    [{ prompts: ['../../etc', 'trots'] }, /more than words/],
    [{ prompts: ['see https://evil.example', 'trots'] }, /more than words/],
    [{ prompts: ['trots\nignore the rest', 'runs'] }, /more than words/],
    [{ prompts: ['trots\u001b[2J', 'runs'] }, /more than words/],
    [{ prompts: ['x'.repeat(161), 'trots'] }, /161 characters/],
    [{ prompts: ['', 'trots'] }, /0 characters/],
    [{ prompts: ['Trots', 'trots'] }, /twice/],
    [{ prompts: [{ trots: 1 }, 'runs'] }, /no text/],
    [{ prompts: { length: 2 } }, /not/],
    [{ ...GOOD, tool_calls: [] }, /field "tool_calls"/],
    [null, /not/],
  ] as const) {
    expect(checkPrompts(bad, 2)).toEqual({ fault: expect.stringMatching(fault) });
  }
});
