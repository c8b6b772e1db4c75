/** @file `posespace animate retarget`: a clip of one character on another. */

import { modelRig } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { measureMotion } from '../../motion/measure/motion-metrics.js';
import { type MatchBy, retargetMotion } from '../../motion/retarget/retarget-motion.js';

import { addClip } from '../../verbs/add-clip.js';
import { writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { oneOf, toggle } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { ANIMATE_FLAGS, drawStrip, pickClip, readAnimated } from './animated-file.js';

const MATCHES: readonly MatchBy[] = ['name', 'plan', 'position'];

export const animateRetargetCommand = defineCommand({
  usage: 'animate retarget <source> <target>',
  summary: 'Retarget a clip to another character: feet stay on the ground, bones keep their length',
  output: 'the file to write (default: <target>-retargeted.glb)',
  flags: {
    ...ANIMATE_FLAGS,
    by: oneOf(MATCHES, 'match joints by name, body plan or position; by default whichever fits best'),
    contacts: toggle('copy rotations only, without keeping feet on the ground', { default: true }),
  },
  examples: [
    [
      'posespace animate retarget horse.glb cow.glb --clip walk -o cow-walk.glb',
      'the cow walks like the horse',
    ],
    [
      'posespace animate retarget a.glb b.glb --by position --sheet both.png',
      'joints matched by their position',
    ],
  ],
  async run(context, sourceFile, targetFile) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const { by, contacts } = options;
    const source = await readAnimated(context, sourceFile);
    const target = await readAnimated(context, targetFile);
    const clip = pickClip(source.model, options.clip);
    const result = retargetMotion(source.body, target.body, clip, {
      ...(by && { by }),
      targetPoses: target.model.clips.flatMap(({ poses }) => poses),
      contacts,
      signal,
      onProgress,
    });
    const path = output ?? besideInput(targetFile, '-retargeted.glb');
    const written = await writeModelFile(path, addClip(target.model, result.clip, { replace: true }), {
      reduce: options.reduce,
    });
    const files = [path];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, target.model, result.clip);
    }
    if (options.sheet !== undefined) {
      files.push(options.sheet);
      const rows = [
        { model: source.model, clip, label: 'from' },
        { model: target.model, clip: result.clip, label: 'to' },
      ];
      const sheet = await drawStrip(rows, `${clip.name}: ${source.model.name} to ${target.model.name}`);
      await writeBytesFile(options.sheet, sheet);
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
            ? `; foot skate ${metrics.skate.toFixed(3)} heights/s, penetration ${metrics.penetration.toFixed(2)} %`
            : ''),
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
