/**
 * @file `posespace pose project`: projects the poses of a clip onto the pose space, that is, snaps them to the nearest
 * natural poses; the clip may come from another rig.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import type { Clip } from '../../motion/clip.js';
import { mapJointsByName, retargetClip } from '../../motion/retarget/retarget-clip.js';
import { PROJECT_POSES_DEFAULTS, projectPoses } from '../../pose/edit/project-poses.js';
import { addClip } from '../../verbs/add-clip.js';
import { besideInput } from '../shared/command-files.js';
import { list, number, type OptionsOf, path, text } from '../shared/flags.js';
import { readInput } from '../shared/model-input.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { chooseJoints, findClip } from './pose-choice.js';
import { drawStrips } from './pose-strip.js';
import { openFile, POSE_FLAGS } from './posed-file.js';

/** Joints that both rigs must have to transfer motion. */
const LEAST_JOINTS = 3;
/** Joints replaced by at least this much are reported. */
const REPORTED = 0.5;

const FLAGS = {
  clip: text('the clip to project; by default the first'),
  from: path('take the clip from another rig, matching joints by name'),
  strength: number('0 keeps the pose, 1 is the natural pose', {
    min: 0,
    max: 1,
    default: PROJECT_POSES_DEFAULTS.strength,
  }),
  pin: list('joints that keep their position and rotation', 'joints'),
  ...POSE_FLAGS,
};

export const poseProjectCommand = defineCommand({
  usage: 'pose project <input>',
  summary: 'Project a clip onto the pose space: snap every pose to the nearest natural one',
  output: 'the file to write (default: <input>-projected.glb)',
  flags: FLAGS,
  examples: [
    ['posespace pose project wolf.glb --clip run -o better.glb', 'a clip "run-projected" beside the others'],
    [
      'posespace pose project wolf.glb --from dog.glb --clip walk --sheet walk.png',
      'the walk of another rig, projected',
    ],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const { strength } = options;
    const { model, space } = await openFile(context, input);
    const project = async () => {
      const given = await readClip(context, model);
      const pinned = chooseJoints(model, options.pin ?? []);
      const done = await projectPoses(space, given.clip.poses, { strength, pinned, signal, onProgress });
      return { ...given, ...done };
    };
    const {
      clip,
      retargetFindings,
      poses,
      outliers,
      findings: unheld,
    } = await project().finally(() => space.close());
    const motion = { name: `${clip.name}-projected`, times: clip.times, poses };
    const projected = addClip(model, motion, { source: 'model' });
    const path = output ?? besideInput(input, '-projected.glb');
    const written = await writeModelFile(path, projected);
    const { sheet } = options;
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
      ...retargetFindings,
      ...unheld,
      ...describeReplaced(model, outliers),
      ...written.findings,
    ];
    const seconds = (now() - start) / 1000;
    return {
      data: {
        input,
        files,
        clip: projected.clips.at(-1)!.name,
        frames: poses.length,
        strength,
        findings,
        seconds,
      },
      text: [`${poses.length} poses of "${clip.name}"`, ...closingLines(findings, files, seconds)].join('\n'),
    };
  },
});

/** The clip to project, retargeted where it comes from another rig. */
async function readClip(
  context: CommandContext<OptionsOf<typeof FLAGS>>,
  model: Model,
): Promise<{ clip: Clip; retargetFindings: Finding[] }> {
  const { options } = context;
  const { from } = options;
  const source = from === undefined ? model : await readInput(context, from);
  if (source.clips.length === 0) {
    throw new PosespaceError(
      'bad-input',
      'pose project: there is no clip to project; give --from <file> with one',
    );
  }
  const clip = findClip(source.clips, options.clip ?? source.clips[0].name);
  if (from === undefined) return { clip, retargetFindings: [] };
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
    retargetFindings: [{ code: 'retargeted', severity: 'info', message }],
  };
}

/** Joints that were replaced, and how often. */
function describeReplaced({ skeleton }: Model, outliers: readonly Float32Array[]): Finding[] {
  const counts = skeleton!.names.map((_, j) => outliers.filter((frame) => frame[j] >= REPORTED).length);
  const joints = [...counts.keys()].filter((j) => counts[j] > 0).sort((a, b) => counts[b] - counts[a]);
  if (joints.length === 0) return [];
  const listed = joints.slice(0, 5).map((j) => `${skeleton!.names[j]} (${counts[j]})`);
  return [
    {
      code: 'joints-replaced',
      severity: 'info',
      message: `${joints.length} joints did not fit the other joints and were replaced in some of ${outliers.length} poses: ${listed.join(', ')}${joints.length > 5 ? ', …' : ''}`,
      kind: 'joint',
      elements: joints,
      count: joints.length,
    },
  ];
}
