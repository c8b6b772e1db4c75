/** @file `posespace animate retarget`: a clip of one creature on another. */

import { PosespaceError } from '../../base/errors.js';
import { modelRig } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { measureMotion } from '../../motion/measure/motion-metrics.js';
import { type MatchBy, retargetMotion } from '../../motion/retarget/retarget-motion.js';
import { besideInput } from '../pose/posed-file.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { ANIMATE_FLAGS, drawStrip, pickClip, readAnimated, readReduce, withClip } from './animated-file.js';

const WAYS = ['name', 'plan', 'place'];

export const animateRetargetCommand: CommandDefinition = {
  usage: 'animate retarget <source> <target>',
  summary: 'Carry a clip of one creature over to another, feet on the ground, no bone stretched',
  output: 'the file to write (default: <target>-retargeted.glb)',
  flags: [
    ...ANIMATE_FLAGS,
    ['--by <way>', 'match joints by name, plan or place; without it, by what fits best'],
    ['--no-contacts', 'carry rotations only, feet fall where they fall'],
  ],
  examples: [
    [
      'posespace animate retarget horse.glb cow.glb --clip walk -o cow-walk.glb',
      'the cow walks like the horse',
    ],
    ['posespace animate retarget a.glb b.glb --by place --sheet both.png', 'matched by where joints lie'],
  ],
  async run(context, sourceFile, targetFile) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const by = options.by as MatchBy | undefined;
    if (by !== undefined && !WAYS.includes(by)) {
      throw new PosespaceError('bad-usage', `--by must be one of ${WAYS.join(', ')}, got ${by}`);
    }
    const source = await readAnimated(context, sourceFile);
    const target = await readAnimated(context, targetFile);
    const clip = pickClip(source.model, options.clip);
    const result = retargetMotion(source.body, target.body, clip, {
      ...(by && { by }),
      targetPoses: target.model.clips.flatMap(({ poses }) => poses),
      contacts: options.contacts !== false,
      signal,
      onProgress,
    });
    const path = output ?? besideInput(targetFile, '-retargeted.glb');
    const written = await writeModelFile(
      path,
      { ...target.model, clips: withClip(target.model.clips, result.clip) },
      readReduce(options.reduce),
    );
    const files = [path];
    if (options.sheet !== undefined) {
      files.push(options.sheet as string);
      const rows = [
        { model: source.model, clip, label: 'from' },
        { model: target.model, clip: result.clip, label: 'to' },
      ];
      const sheet = await drawStrip(rows, `${clip.name}: ${source.model.name} to ${target.model.name}`);
      await writeBytesFile(options.sheet as string, sheet);
    }
    const rig = modelRig(target.model);
    const metrics = rig && measureMotion(rig, result.clip, result.contacts);
    const matched = result.joints.reduce((count, joint) => count + (joint >= 0 ? 1 : 0), 0);
    const findings = [...target.model.findings, ...result.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: {
        source: sourceFile,
        target: targetFile,
        files,
        clip: clip.name,
        by: result.by,
        joints: [...result.joints],
        ...(metrics && { metrics }),
        findings,
        seconds,
      },
      text: [
        `"${clip.name}": ${matched} of ${result.joints.length} joints matched by ${result.by}` +
          (metrics
            ? `; skate ${metrics.skate.toFixed(3)} heights/s, penetration ${metrics.penetration.toFixed(2)} %`
            : ''),
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};
