/**
 * @file `posespace pose project`: clips brought to the nearest poses that the creature would take, the file's own or
 * those of another rig.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/report.js';
import type { Model } from '../../io/model.js';
import { readModelFile, writeBytesFile, writeModelFile } from '../../io/node.js';
import type { Clip } from '../../motion/clip.js';
import { mapJointsByName, retargetClip } from '../../motion/retarget/retarget-clip.js';
import { PROJECT_POSES_DEFAULTS, projectPoses } from '../../pose/edit/project-poses.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { chooseJoints, findClip } from './pose-choice.js';
import { drawStrips } from './pose-strip.js';
import { besideInput, openFile, POSE_FLAGS } from './posed-file.js';

/** Joints that must be found on both rigs to carry motion over. */
const LEAST_JOINTS = 3;
/** Joints doubted at least by half are told. */
const TOLD = 0.5;

export const poseProjectCommand: CommandDefinition = {
  usage: 'pose project <input>',
  summary: 'Bring the poses of a clip to the nearest that the creature would take',
  output: 'the file to write (default: <input>-projected.glb)',
  flags: [
    ['--clip <name>', 'the clip to project; by default the first'],
    ['--from <file>', 'take the clip from another rig, joints of the same names being the same'],
    [
      '--strength <number>',
      'share of the way to the plausible pose, 0 to 1',
      `${PROJECT_POSES_DEFAULTS.strength}`,
    ],
    ['--pin <joints>', 'joints that keep their place and rotation, names separated by commas'],
    ...POSE_FLAGS,
  ],
  examples: [
    ['posespace pose project wolf.glb --clip run -o better.glb', 'a clip "run-projected" beside the others'],
    [
      'posespace pose project wolf.glb --from dog.glb --clip walk --sheet walk.png',
      'the walk of another rig, before and after',
    ],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const strength = Number(options.strength);
    const { model, space } = await openFile(context, input);
    const project = async () => {
      const given = await readClip(context, model);
      const pinned = options.pin === undefined ? [] : chooseJoints(model, options.pin as string);
      const done = await projectPoses(space, given.clip.poses, { strength, pinned, signal, onProgress });
      return { ...given, ...done };
    };
    const { clip, carried, poses, doubts, findings: unheld } = await project().finally(() => space.close());
    const projected: Clip = { name: `${clip.name}-projected`, times: clip.times, poses };
    const path = output ?? besideInput(input, '-projected.glb');
    const written = await writeModelFile(path, { ...model, clips: [...model.clips, projected] });
    const sheet = options.sheet as string | undefined;
    if (sheet !== undefined) {
      const rows = [
        { label: 'before', poses: clip.poses },
        { label: 'after', poses },
      ];
      await writeBytesFile(sheet, await drawStrips(model, rows));
    }
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const findings = [
      ...model.findings,
      ...space.anatomy.findings,
      ...carried,
      ...unheld,
      ...tellDoubts(model, doubts),
      ...written.findings,
    ];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clip: projected.name, frames: poses.length, strength, findings, seconds },
      text: [
        `${poses.length} poses of "${clip.name}"`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

/** The clip that was asked for, carried over where it is another rig's. */
async function readClip(
  { options, limits }: CommandContext,
  model: Model,
): Promise<{ clip: Clip; carried: Finding[] }> {
  const from = options.from as string | undefined;
  const source = from === undefined ? model : await readModelFile(from, { limits });
  if (source.clips.length === 0) {
    throw new PosespaceError(
      'bad-input',
      'pose project: there is no clip to project; give --from <file> with one',
    );
  }
  const clip = findClip(source.clips, (options.clip as string | undefined) ?? source.clips[0].name);
  if (from === undefined) return { clip, carried: [] };
  const map = mapJointsByName(source.skeleton!, model.skeleton!);
  const found = map.filter((joint) => joint >= 0).length;
  if (found < LEAST_JOINTS) {
    throw new PosespaceError(
      'bad-input',
      `pose project: ${found} joints of "${from}" have the names of joints here; rename joints so that ${LEAST_JOINTS} or more do`,
    );
  }
  const message = `${found} of ${map.length} joints take their motion from joints of the same name`;
  return {
    clip: retargetClip(clip, source.skeleton!, model.skeleton!, map),
    carried: [{ code: 'retargeted', severity: 'info', message }],
  };
}

/** Joints that were replaced, and how often. */
function tellDoubts({ skeleton }: Model, doubts: readonly Float32Array[]): Finding[] {
  const counts = skeleton!.names.map((_, j) => doubts.filter((frame) => frame[j] >= TOLD).length);
  const joints = [...counts.keys()].filter((j) => counts[j] > 0).sort((a, b) => counts[b] - counts[a]);
  if (joints.length === 0) return [];
  const listed = joints.slice(0, 5).map((j) => `${skeleton!.names[j]} (${counts[j]})`);
  return [
    {
      code: 'joints-replaced',
      severity: 'info',
      message: `${joints.length} joints did not go with the rest in some of ${doubts.length} poses: ${listed.join(', ')}${joints.length > 5 ? ', …' : ''}`,
      kind: 'joint',
      elements: joints,
      count: joints.length,
    },
  ];
}
