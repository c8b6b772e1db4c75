import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng } from '../../base/rng.js';
import { createSplats } from '../../render/splat/create-splats.js';
import { groundUnder } from '../../render/splat/splat-ground.js';
import { createSplatRenderer } from '../../render/splat/splat-renderer.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { type Pose, restPose, skeletonDiameter } from '../../rig/rig-records.js';
import { sleepByTimer } from '../models/service-tools.js';
import { distilCameras } from './distil-cameras.js';
import { decodeCheckpoint, encodeCheckpoint } from './distil-checkpoint.js';
import { distilMotion } from './distil-motion.js';
import type { DistilCheckpoint } from './distil-options.js';
import { createExactDenoiser, type KnownVideo } from './exact-denoiser.js';
import { createHttpScore, decodeHalf } from './http-score.js';
import { addSmoothnessInto } from './motion-losses.js';
import { posesToVariables, variablesToPose } from './motion-variables.js';
import { createDenoiserScore, type ScoreModel } from './score-model.js';

const { rig, clips, colors } = sampleCreature('spider');
const OPTIONS = { frameCount: 2, viewCount: 2, size: 48, splatCount: 800, surface: { colors }, guidance: 1 };
const inPlace = ({ rotations, root }: Pose): Pose => ({ rotations, root: Float32Array.of(0, root[1], 0) });
const posesOf = (clip: number) => [3, 9].map((f) => inPlace(clips[clip].poses[f]));

/** Two frames of a clip, as the cameras of a run see them. */
function filmed(clip: number): KnownVideo {
  const { cameras, low, height } = distilCameras(rig, OPTIONS.viewCount);
  const splats = createSplats(rig, { count: OPTIONS.splatCount, colors });
  const { size } = OPTIONS;
  const views = cameras.map((camera) => {
    const ground = groundUnder(low - 0.005 * height, height);
    const renderer = createSplatRenderer(splats, rig.skeleton, { camera, width: size, height: size, ground });
    return Float32Array.from(posesOf(clip).flatMap((pose) => [...renderer.render(pose)]));
  });
  return { caption: clips[clip].name, views };
}
const videos = [filmed(1), filmed(2)];

/** Mean distance of joints in % of the diameter. */
function distance(poses: readonly Pose[], truth: readonly Pose[]): number {
  let [sum, count] = [0, 0];
  poses.forEach((pose, f) => {
    const [a, b] = [pose, truth[f]].map((one) => poseJoints(rig.skeleton, one).positions);
    for (let i = 0; i < a.length; i += 3, count++)
      sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  });
  return (100 * sum) / count / skeletonDiameter(rig.skeleton);
}

describe('distillation', () => {
  it.each(['v-prediction', 'rectified-flow'] as const)(
    'against the ideal denoiser of some films recovers the one that the prompt names (%s)',
    async (kind) => {
      const score = createDenoiserScore(createExactDenoiser(videos, kind));
      const { clip, history } = await distilMotion(rig, score, {
        ...OPTIONS,
        prompt: clips[1].name,
        iterations: 60,
      });
      const truth = posesOf(1);
      const rest = distance([restPose(rig.skeleton), restPose(rig.skeleton)], truth);
      expect(distance(clip.poses, truth)).toBeLessThan(0.75 * rest);
      expect(history.length).toBe(60);
      expect(clip.source).toBe('video');
    },
  );

  it('needs a score model that knows its weight for Gauss–Newton', async () => {
    const { weight: _, ...plain } = createDenoiserScore(createExactDenoiser(videos));
    const options = { ...OPTIONS, prompt: '', optimizer: 'gauss-newton' } as const;
    await expect(distilMotion(rig, plain, options)).rejects.toThrow(/knows its weight/);
  });

  it('resumes to the same numbers from a checkpoint', async () => {
    const score = createDenoiserScore(createExactDenoiser(videos));
    const states: DistilCheckpoint[] = [];
    const options = { ...OPTIONS, prompt: clips[1].name, iterations: 6, schedule: 'paper' } as const;
    const whole = await distilMotion(rig, score, { ...options, onIteration: (state) => states.push(state) });
    const checkpoint = decodeCheckpoint(encodeCheckpoint(states[2], 'run'), 'run');
    const again = await distilMotion(rig, score, { ...options, checkpoint });
    expect(again.clip.poses).toEqual(whole.clip.poses);
    expect(() => decodeCheckpoint(encodeCheckpoint(states[2], 'run'), 'other')).toThrow(/another run/);
    expect(() => decodeCheckpoint(encodeCheckpoint(states[2], 'run').slice(0, -9), 'run')).toThrow(
      /truncated/,
    );
  });

  it('refuses gradients of the wrong size, and options out of range', async () => {
    const broken: ScoreModel = { name: 'broken', gradient: async () => new Float32Array(3) };
    await expect(distilMotion(rig, broken, { ...OPTIONS, prompt: 'walk' })).rejects.toThrow(
      /"broken" should give/,
    );
    await expect(distilMotion(rig, broken, { prompt: 'walk', size: 7 })).rejects.toThrow(/size is 16 to 512/);
  });
});

it('turns poses into variables and back', () => {
  const poses = posesOf(1);
  const variables = posesToVariables(poses);
  const size = variables.length / 2;
  expect(
    distance(
      [0, 1].map((f) => variablesToPose(variables.subarray(f * size, (f + 1) * size))),
      poses,
    ),
  ).toBeLessThan(1e-4);
});

it('has the gradient of the temporal Laplacian', () => {
  const rng = createRng(2);
  const x = Float64Array.from({ length: 15 }, () => rng.normal());
  for (const loop of [false, true]) {
    const gradient = new Float64Array(15);
    addSmoothnessInto(gradient, x, 3, 0.7, loop);
    for (let i = 0; i < 15; i++) {
      const at = (step: number) =>
        addSmoothnessInto(
          new Float64Array(15),
          x.map((v, k) => v + (k === i ? step : 0)),
          3,
          0.7,
          loop,
        );
      expect(gradient[i]).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 5);
    }
  }
});

describe('a score server', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const request = {
    frames: Float32Array.of(0, 0.5, 1),
    shape: [1, 1, 1] as const,
    view: 0,
    prompt: 'a fox jumps',
    time: 0.5,
    seed: 3,
    guidance: 100,
  };
  const waits: number[] = [];
  const tools = { fetch, sleep: async (time: number) => void waits.push(time) };

  async function serve(
    answer: (body: Buffer, n: number) => { status: number; bytes: Uint8Array },
  ): Promise<string> {
    let n = 0;
    server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        const { status, bytes } = answer(Buffer.concat(chunks), n++);
        response.writeHead(status).end(bytes);
      });
    });
    await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/score`;
  }

  it('is asked in one message, waited for while busy, and answers in halves', async () => {
    let asked: unknown;
    const url = await serve((body, n) => {
      if (n === 0) return { status: 503, bytes: Buffer.from('busy') };
      const length = body.readUInt32LE(0);
      asked = [JSON.parse(body.subarray(4, 4 + length).toString()), [...body.subarray(4 + length)]];
      return { status: 200, bytes: Uint8Array.of(0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00) };
    });
    const gradient = await createHttpScore(url, tools).gradient(request);
    expect([...gradient]).toEqual([1, -2, Math.fround(2 ** -24)]);
    expect(waits).toEqual([1000]);
    expect(asked).toEqual([
      {
        version: 1,
        frames: 1,
        height: 1,
        width: 1,
        prompt: 'a fox jumps',
        time: 0.5,
        seed: 3,
        guidance: 100,
      },
      [0, 128, 255],
    ]);
  });

  it.each([
    ['too much', 200, 100, /more than 6 bytes/],
    ['too little', 200, 4, /should send 6 bytes, got 4/],
    ['an error', 500, 9, /answered 500/],
  ])('that sends %s is refused', async (_, status, length, message) => {
    const url = await serve(() => ({ status, bytes: new Uint8Array(length).fill(65) }));
    await expect(createHttpScore(url, tools).gradient(request)).rejects.toThrow(message);
  });

  it('that goes away is asked again, and a stop ends the wait at once', async () => {
    const gone = await serve(() => ({ status: 200, bytes: new Uint8Array() }));
    await new Promise((done) => server!.close(done));
    waits.length = 0;
    await expect(createHttpScore(gone, tools).gradient(request)).rejects.toThrow(/cannot be reached/);
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    const stop = new AbortController();
    const sleep = (time: number, signal?: AbortSignal) => {
      setTimeout(() => stop.abort(), 10);
      return sleepByTimer(time, signal);
    };
    const waiting = createHttpScore(gone, { fetch, sleep }).gradient({ ...request, signal: stop.signal });
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });

  it('needs an http address, and halves are read as they are', () => {
    expect(() => createHttpScore('file:///etc/passwd', tools)).toThrow(/http:\/\/127/);
    expect([0x7c00, 0xfbff, 0x0400].map(decodeHalf)).toEqual([Infinity, -65504, 2 ** -14]);
  });
});
