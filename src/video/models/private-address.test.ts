import { expect, it } from 'vitest';
import { isPrivateHost } from './private-address.js';

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
  ...[
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'nas',
  ],
  ...[
    'printer.local',
    'metadata.google.internal',
    '[::1]',
    '[::]',
    '[fe80::1%25eth0]',
    '[fc00::1]',
    '[fd12::1]',
  ],
  ...[
    '[ff02::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:7f00:1::]',
    '[1:2]',
  ],
])('%s is private', (host) => expect(isPrivateHost(host)).toBe(true));

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '100.128.0.1',
  'fal.media',
  '[2606:4700::1111]',
  '[::ffff:8.8.8.8]',
])('%s is public', (host) => expect(isPrivateHost(host)).toBe(false));
