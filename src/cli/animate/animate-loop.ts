/** @file `posespace animate loop`: a clip cut and blended so that it goes on without end. */

import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { LOOP_CLIP_DEFAULTS, loopClip } from '../../motion/edit/loop-clip.js';
import { besideInput } from '../pose/posed-file.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { ANIMATE_FLAGS, drawStrip, flagNumber, pickClip, readAnimated, readReduce } from './animated-file.js';

export const animateLoopCommand: CommandDefinition = {
  usage: 'animate loop <input>',
  summary: 'Cut a clip where it repeats itself best and blend the seam, so that it loops',
  output: 'the file to write (default: <input>-loop.glb)',
  flags: [
    ...ANIMATE_FLAGS,
    ['--shortest <seconds>', 'the shortest loop; without it, half of the clip'],
    ['--blend <seconds>', 'how far from the seam frames are changed', `${LOOP_CLIP_DEFAULTS.blend}`],
  ],
  examples: [
    ['posespace animate loop wolf.glb --clip walk -o loop.glb', 'a clip "walk loop" beside the others'],
    ['posespace animate loop wolf.glb --shortest 0.8 --sheet loop.png', 'a shorter one, and a picture'],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const { model, skeleton } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const shortest = flagNumber('--shortest', options.shortest, 0);
    const looped = loopClip(source, skeleton, {
      ...(shortest !== undefined && { shortest }),
      blend: flagNumber('--blend', options.blend, 0),
    });
    const clip = { ...looped.clip, name: `${source.name} loop` };
    const path = output ?? besideInput(input, '-loop.glb');
    const written = await writeModelFile(
      path,
      { ...model, clips: [...model.clips, clip] },
      readReduce(options.reduce),
    );
    const files = [path];
    if (options.sheet !== undefined) {
      files.push(options.sheet as string);
      const rows = [
        { model, clip: source, label: 'clip' },
        { model, clip: looped.clip, label: 'loop' },
      ];
      await writeBytesFile(options.sheet as string, await drawStrip(rows, `${model.name}: ${source.name}`));
    }
    const findings = [...model.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const { clip: _, ...figures } = looped;
    return {
      data: { input, files, clip: clip.name, ...figures, frames: clip.times.length, findings, seconds },
      text: [
        `"${source.name}" from ${looped.start.toFixed(2)} to ${looped.end.toFixed(2)} s: seam ` +
          `${looped.seam.toPrecision(2)} m against a usual step of ${looped.step.toPrecision(2)} m`,
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};
