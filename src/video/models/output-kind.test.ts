import { expect, it } from 'vitest';
import { sketchGlb, sketchMp4 } from '../../../test/support/video-services.js';
import { encodePng } from '../../render/encode-png.js';
import { createImage } from '../../render/image.js';
import { findOutputKind } from './output-kind.js';

const png = encodePng(createImage(4, 4, [1, 2, 3, 255]));
const mp4 = sketchMp4();
const webm = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x81, 0, 0x18, 0x53, 0x80, 0x67, 0x82, 1, 2);

it.each([
  ['PNG', png, { kind: 'image/png' }],
  ['half a PNG', png.subarray(0, 40), { kind: 'image/png', fault: 'the PNG breaks off' }],
  ['MP4', mp4, { kind: 'video/mp4' }],
  [
    'an MP4 without an index',
    new Uint8Array([...mp4.subarray(0, 24), ...mp4.subarray(56)]),
    { kind: 'video/mp4', fault: 'the MP4 has no box "moov"' },
  ],
  [
    'an MP4 with an endless box',
    new Uint8Array([...mp4.subarray(0, 24), 0, 0, 0, 0, 1, 2, 3, 4]),
    { kind: 'video/mp4', fault: 'the MP4 has no box "moov"' },
  ],
  [
    'an MP4 with a box of 2 bytes',
    new Uint8Array([...mp4.subarray(0, 24), 0, 0, 0, 2, 1, 2, 3, 4]),
    { kind: 'video/mp4', fault: 'the MP4 has a box of 2 bytes' },
  ],
  ['GIF', new TextEncoder().encode('GIF89a;'), { kind: 'image/gif' }],
  ['half a GIF', new TextEncoder().encode('GIF89a'), { kind: 'image/gif', fault: 'the GIF breaks off' }],
  ['WebM', webm, { kind: 'video/webm' }],
  ['half a WebM', webm.subarray(0, 12), { kind: 'video/webm', fault: 'the WebM breaks off' }],
  ['GLB', sketchGlb(), { kind: 'model/gltf-binary' }],
  ['half a GLB', sketchGlb().subarray(0, 30), { kind: 'model/gltf-binary', fault: 'the GLB breaks off' }],
  ['nothing', new Uint8Array(), { fault: 'it is empty' }],
])('knows %s', (_, bytes, found) => expect(findOutputKind(bytes)).toEqual(found));

it('says how other bytes begin', () => {
  expect(findOutputKind(new TextEncoder().encode('<html>\u0001')).fault).toMatch(/begins with "<html>\."/);
});
