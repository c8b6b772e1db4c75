/** @file `posespace pose solve`: inverse kinematics with the learned prior, as a clip and a picture. */

import { PosespaceError } from '../../base/errors.js';
import { counted } from '../../inspect/inspect-finding.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { sampleClip } from '../../motion/sample-clip.js';
import type { PoseHandle } from '../../pose/records/pose-handle.js';
import type { Pose } from '../../rig/rig-records.js';
import { addClip } from '../../verbs/add-clip.js';
import { besideInput, readJsonFile } from '../shared/command-files.js';
import { number, path as pathFlag, text } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawPoses, openFile, POSE_FLAGS } from './posed-file.js';

const CLIP_NAME = 'solved';

export const poseSolveCommand = defineCommand({
  usage: 'pose solve <input>',
  summary: 'Inverse kinematics: find the most natural pose that puts joints where you want them',
  output: 'the file to write (default: <input>-solved.glb)',
  flags: {
    handles: pathFlag(
      'JSON: [{"joint": "leftHand", "position": [x, y, z]}, {"joint": "hips", "pin": true}, …]',
      {
        required: true,
      },
    ),
    clip: text('start from a pose of this clip: pinned joints and the heading come from it'),
    time: number('time in that clip', { default: 0, placeholder: 'seconds' }),
    ...POSE_FLAGS,
  },
  examples: [
    ['posespace pose solve wolf.glb --handles reach.json -o reach.glb', 'a clip "solved" with the pose'],
    [
      'posespace pose solve wolf.glb --handles look.json --clip idle --sheet look.png',
      'starting from a pose of its own clip',
    ],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const { model, space } = await openFile(context, input);
    let handles: PoseHandle[] = [];
    const solve = async () => {
      handles = await readHandles(options.handles, model);
      const previous = startPose(model, options.clip, options.time);
      return space.solve(handles, { previous, signal, onProgress });
    };
    const solved = await solve().finally(() => space.close());
    const { errors, findings: unmet, ...pose } = solved;
    const path = output ?? besideInput(input, '-solved.glb');
    const posed = addClip(model, [pose], { name: CLIP_NAME, source: 'model' });
    const written = await writeModelFile(path, posed);
    const { sheet } = options;
    if (sheet !== undefined) await writeBytesFile(sheet, await drawPoses(model, [pose], ['solved']));
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [...model.findings, ...space.anatomy.findings, ...unmet, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clip: posed.clips.at(-1)!.name, errors, findings, seconds },
      text: [
        `${counted(handles.length, 'handle')}, largest error ${Math.max(0, ...errors).toPrecision(2)} (metres or radians)`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** Handles from a JSON file; joints by name or index. */
async function readHandles(file: string, { skeleton }: Model): Promise<PoseHandle[]> {
  const fail = (what: string): never => {
    throw new PosespaceError(
      'bad-input',
      `pose: "${file}" ${what}; give JSON like [{"joint": "leftHand", "position": [0.1, 1, 0.2]}]`,
    );
  };
  const json = await readJsonFile(file, () => fail('is not JSON'));
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
    if (typeof joint === 'string' && !skeleton!.names.includes(joint)) {
      fail(`names a joint "${joint}" at ${h} that the rig does not have`);
    }
    return handle as PoseHandle;
  });
}

function startPose(model: Model, name: string | undefined, time: number): Pose | undefined {
  if (name === undefined) return undefined;
  const clip = model.clips.find((candidate) => candidate.name === name);
  if (!clip || clip.times.length === 0) {
    const names = model.clips.map((candidate) => candidate.name).join(', ') || 'none';
    throw new PosespaceError('bad-usage', `there is no clip "${name}"; the file has ${names}`);
  }
  return sampleClip(clip, time);
}
