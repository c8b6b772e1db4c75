/** @file Ranges of addresses that lead nowhere public were taken for public, and encoded copies of a key were not masked. */

import { expect, it } from 'vitest';
import { isPrivateHost } from '../../src/video/models/private-address.js';
import { quoteService } from '../../src/video/models/service-error.js';

it.each([
  '192.0.2.1',
  '192.88.99.1',
  '198.51.100.7',
  '203.0.113.9',
  '[fec0::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[2001:0:1::1]',
  '[::ffff:0:10.0.0.1]',
  '[64:ff9b:1::808:808]',
  '[3fff::1]',
])('%s is private', (host) => expect(isPrivateHost(host)).toBe(true));

it.each(['192.0.3.1', '[2001:4860:4860::8888]', '[2a00::1]', '[64:ff9b::808:808]', '[101::1]'])(
  '%s is public',
  (host) => expect(isPrivateHost(host)).toBe(false),
);

it('a key is masked however it is spelled', () => {
  const key = 'sk-ü/1+2"=secret 9';
  const plain = Buffer.from(key);
  const copies = [
    key,
    encodeURIComponent(key),
    encodeURIComponent(key).toLowerCase(),
    JSON.stringify(key).slice(1, -1),
    plain.toString('hex'),
    plain.toString('hex').toUpperCase(),
  ];
  for (const copy of copies) expect(quoteService(`sent ${copy} to`, [key])).toBe('sent *** to');
  for (const before of ['', 'u', 'us', 'user:']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const said = quoteService(`Basic ${Buffer.from(`${before}${key}!`).toString(encoding)}`, [key]);
      expect(said).toContain('***');
      // What is left of it is no more than a character on either side.
      expect(said.length).toBeLessThan('Basic '.length + 16);
    }
  }
  expect(quoteService('no key in it', [key, 'abc', ''])).toBe('no key in it');
});
