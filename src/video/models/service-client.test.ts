import { describe, expect, it } from 'vitest';
import { createServiceClient, describeBody } from './service-client.js';

/** A fetch that answers by address and remembers the headers that each got. */
function fakeFetch(answers: Record<string, () => Response>) {
  const seen: [string, string | undefined][] = [];
  const fetch = (async (url: URL, init: RequestInit) => {
    seen.push([url.href, (init.headers as Record<string, string>).authorization]);
    return answers[url.href]?.() ?? new Response('', { status: 404 });
  }) as typeof globalThis.fetch;
  return { fetch, seen };
}

const options = { name: 'x', baseUrl: 'https://api.example', headers: { authorization: 'Key k' } };
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });

describe('createServiceClient', () => {
  it('sends the key to the origin of the service alone', async () => {
    const { fetch, seen } = fakeFetch({
      'https://api.example/film': redirect('https://cdn.example/video.mp4'),
      'https://cdn.example/video.mp4': () => new Response('film'),
    });
    const client = createServiceClient(options, { fetch });
    expect(new TextDecoder().decode(await client.download('https://api.example/film'))).toBe('film');
    expect(seen).toEqual([
      ['https://api.example/film', 'Key k'],
      ['https://cdn.example/video.mp4', undefined],
    ]);
    await expect(client.call('GET', 'https://cdn.example/status')).rejects.toThrow(/another server/);
    await expect(client.call('GET', '//evil.example/status')).rejects.toThrow(/another server/);
    expect(seen).toHaveLength(2);
  });

  it('follows no redirect of the API', async () => {
    const { fetch } = fakeFetch({ 'https://api.example/a': redirect('https://evil.example/') });
    await expect(createServiceClient(options, { fetch }).call('GET', '/a')).rejects.toThrow(/answered 302/);
  });

  it('looks names up before it goes there', async () => {
    const { fetch, seen } = fakeFetch({});
    const lookup = async () => ['93.184.216.34', '10.0.0.8'];
    const client = createServiceClient(options, { fetch, lookup });
    await expect(client.download('https://rebind.example/x')).rejects.toThrow(/private network/);
    expect(seen).toEqual([]);
  });

  it('reads no more than it may, and no address but http', async () => {
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1 << 16)),
        }),
      );
    const { fetch } = fakeFetch({ 'https://api.example/json': endless, 'https://api.example/film': endless });
    const client = createServiceClient(options, { fetch });
    await expect(client.call('GET', '/json')).rejects.toThrow(/larger than 4194304 bytes/);
    await expect(client.download('https://api.example/film', { maxBytes: 1e6 })).rejects.toThrow(
      /larger than/,
    );
    for (const url of ['file:///etc/passwd', 'data:text/plain,x', 'https://user:word@cdn.example/', 'x']) {
      await expect(client.download(url)).rejects.toThrow(/not http or https/);
    }
  });
});

describe('describeBody', () => {
  it.each([
    [
      '{"detail":[{"loc":["body","prompt"],"msg":"too long","type":"value_error"}]}',
      'body.prompt: too long [value_error]',
    ],
    ['{"error":{"message":"no credit"}}', 'no credit'],
    [
      '{"error":"x","node_errors":{"3":{"class_type":"UNETLoader","errors":[{"details":"a.safetensors not in list"}]}}}',
      'x (UNETLoader: a.safetensors not in list)',
    ],
    ['<html>', ''],
    ['busy', 'busy'],
    ['[[[[[[[["deep"]]]]]]]]', ''],
    ['{"detail":{"detail":{"detail":{"detail":{"detail":"x"}}}}}', ''],
  ])('%s', (body, text) => expect(describeBody(body)).toBe(text));
});
