/** @file `posespace pose solve`: the pose that does what handles ask, as a clip, a picture, or both. */

import { PosespaceError } from '../../base/errors.js';
import { counted } from '../../inspect/inspect-finding.js';
import type { Model } from '../../io/model.js';
import { readBytes, writeBytesFile, writeModelFile } from '../../io/node.js';
import { sampleClip } from '../../motion/sample-clip.js';
import type { PoseHandle } from '../../pose/records/pose-handle.js';
import type { Pose } from '../../rig/rig-records.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { besideInput, drawPoses, openFile, POSE_FLAGS } from './posed-file.js';

const CLIP_NAME = 'solved';
const LARGEST_HANDLE_FILE = 1 << 20;

export const poseSolveCommand: CommandDefinition = {
  usage: 'pose solve <input>',
  summary: 'Find the likeliest pose in which joints are where you want them',
  output: 'the file to write (default: <input>-solved.glb)',
  flags: [
    [
      '--handles <file>',
      'JSON: [{"joint": "leftHand", "position": [x, y, z]}, {"joint": "hips", "pin": true}, …]',
    ],
    ['--clip <name>', 'start from a pose of this clip: where pins hold and which way the body heads'],
    ['--time <seconds>', 'of that clip', '0'],
    ...POSE_FLAGS,
  ],
  examples: [
    ['posespace pose solve wolf.glb --handles reach.json -o reach.glb', 'a clip "solved" with the pose'],
    [
      'posespace pose solve wolf.glb --handles look.json --clip idle --sheet look.png',
      'from a pose of its own clip',
    ],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    if (options.handles === undefined) {
      throw new PosespaceError('bad-usage', 'pose solve needs --handles <file> with what to hold and where');
    }
    const { model, space } = await openFile(context, input);
    let handles: PoseHandle[] = [];
    const solve = async () => {
      handles = await readHandles(options.handles as string, model);
      const previous = startPose(model, options.clip as string | undefined, Number(options.time));
      return space.solve(handles, { previous, signal, onProgress });
    };
    const solved = await solve().finally(() => space.close());
    const { errors, findings: unmet, ...pose } = solved;
    const path = output ?? besideInput(input, '-solved.glb');
    const clip = { name: CLIP_NAME, times: Float32Array.of(0), poses: [pose] };
    const written = await writeModelFile(path, { ...model, clips: [...model.clips, clip] });
    const sheet = options.sheet as string | undefined;
    if (sheet !== undefined) await writeBytesFile(sheet, await drawPoses(model, [pose], ['solved']));
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [...model.findings, ...space.anatomy.findings, ...unmet, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clip: CLIP_NAME, errors, findings, seconds },
      text: [
        `${counted(handles.length, 'handle')}, the worst misses by ${Math.max(0, ...errors).toPrecision(2)} (metres or radians)`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

/** Handles of a file; joints go by name or number. */
async function readHandles(path: string, { skeleton }: Model): Promise<PoseHandle[]> {
  const fail = (what: string): never => {
    throw new PosespaceError(
      'bad-input',
      `pose: "${path}" ${what}; give JSON like [{"joint": "leftHand", "position": [0.1, 1, 0.2]}]`,
    );
  };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(await readBytes(path, LARGEST_HANDLE_FILE)));
  } catch (error) {
    if (error instanceof PosespaceError) throw error;
    fail('is not JSON');
  }
  if (!Array.isArray(json) || json.length === 0) fail('holds no list of handles');
  return (json as unknown[]).map((entry, h) => {
    if (typeof entry !== 'object' || entry === null) fail(`has something else than a handle at ${h}`);
    const handle = entry as Record<string, unknown>;
    for (const [key, length] of [
      ['position', 3],
      ['lookAt', 3],
      ['axis', 3],
      ['rotation', 4],
    ] as const) {
      const list = handle[key];
      if (list === undefined) continue;
      if (!Array.isArray(list) || list.length !== length || !list.every(Number.isFinite)) {
        fail(`has a ${key} at ${h} that is not ${length} numbers`);
      }
    }
    const { joint } = handle;
    if (typeof joint !== 'string') return handle as PoseHandle;
    const index = skeleton!.names.indexOf(joint);
    if (index < 0) fail(`names a joint "${joint}" at ${h} that the rig does not have`);
    return { ...handle, joint: index } as PoseHandle;
  });
}

function startPose(model: Model, name: string | undefined, time: number): Pose | undefined {
  if (name === undefined) return undefined;
  const clip = model.clips.find((candidate) => candidate.name === name);
  if (!clip || clip.times.length === 0) {
    const names = model.clips.map((candidate) => candidate.name).join(', ') || 'none';
    throw new PosespaceError('bad-usage', `there is no clip "${name}"; the file has ${names}`);
  }
  if (!Number.isFinite(time))
    throw new PosespaceError('bad-usage', `--time must be a number of seconds, got ${time}`);
  return sampleClip(clip, time);
}
