import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { openPoseSpace } from 'posespace';
import { readSample } from 'posespace/io/node';
import { loadPoseModel, openPoseModel } from 'posespace/pose';
import { poseJoints } from 'posespace/rig';
import { beforeAll, expect, it } from 'vitest';
import { compactModel } from '../../../../scripts/compact-network.js';
import { joinPlanes } from './fetch-networks.js';

const FOLDER = new URL('../../../../../models/pose/', import.meta.url);
const read = (path: string): Promise<Uint8Array> => readFile(new URL(path, FOLDER));
let compact: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  const card = JSON.parse(new TextDecoder().decode(await read('card.json')));
  const paths = ['encoder.onnx', 'step.onnx'];
  compact = compactModel(
    card,
    new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const))),
  );
});

/** What the page does with what it fetches. */
const loadCompact = () =>
  loadPoseModel(async (path) => {
    const bytes = compact.get(path)!;
    return path.endsWith('.planes') ? joinPlanes(bytes) : bytes;
  });

it('sends the networks in five eighths of their size', async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  let sent = 0;
  let whole = 0;
  for (const { path } of Object.values((await loadCompact()).card.files)) {
    const bytes = compact.get(path)!;
    sent += brotliCompressSync(bytes, { params }).length;
    whole += bytes.length;
  }
  expect(sent / whole).toBeLessThan(0.625);
});

it('gives back the bytes that the card describes', async () => {
  const { card, encoder, step } = await loadCompact();
  for (const [name, bytes] of Object.entries({ encoder, step })) {
    const { sha256 } = card.files[name as 'encoder' | 'step'];
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  expect(joinPlanes(Uint8Array.of(2, 4, 1, 3, 5))).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
});

it('samples the same poses as the shipped networks, to a hundredth of the body', async () => {
  // Without its clips: halfway between two of their poses the least difference decides for one of them.
  const model = { ...(await readSample('dog')), clips: [] };
  const skeleton = model.skeleton!;
  const sampled = async (files: Parameters<typeof openPoseModel>[0]) => {
    const network = await openPoseModel(files);
    const space = await openPoseSpace(model, { network });
    const poses = await space.sample({ count: 8, seed: 3 });
    await network.close();
    return poses.map((pose) => poseJoints(skeleton, pose).positions);
  };
  const [whole, small] = [await sampled(await loadPoseModel(read)), await sampled(await loadCompact())];
  const diameter = Math.hypot(
    ...[0, 1, 2].map((k) => {
      const along = skeleton.rest.filter((_, i) => i % 3 === k);
      return Math.max(...along) - Math.min(...along);
    }),
  );
  const distances = whole.flatMap((positions, p) =>
    Array.from(skeleton.parents, (_, j) =>
      Math.hypot(...[0, 1, 2].map((k) => positions[3 * j + k] - small[p][3 * j + k])),
    ),
  );
  expect(Math.max(...distances) / diameter).toBeLessThan(0.01);
});
