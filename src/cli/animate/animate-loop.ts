/** @file `posespace animate loop`: a clip cut and blended so that it loops seamlessly. */

import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { LOOP_CLIP_DEFAULTS, loopClip } from '../../motion/edit/loop-clip.js';

import { addClip } from '../../verbs/add-clip.js';
import { writeClipVideo } from '../shared/clip-video.js';
import { besideInput } from '../shared/command-files.js';
import { number } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { ANIMATE_FLAGS, drawStrip, pickClip, readAnimated } from './animated-file.js';

export const animateLoopCommand = defineCommand({
  usage: 'animate loop <input>',
  summary: 'Make a clip loop: cut it where start and end match best and blend the seam',
  output: 'the file to write (default: <input>-loop.glb)',
  flags: {
    ...ANIMATE_FLAGS,
    shortest: number('length of the shortest loop; by default half of the clip', {
      min: 0,
      placeholder: 'seconds',
    }),
    blend: number('length of the blend on either side of the seam', {
      min: 0,
      default: LOOP_CLIP_DEFAULTS.blend,
      placeholder: 'seconds',
    }),
  },
  examples: [
    ['posespace animate loop wolf.glb --clip walk -o loop.glb', 'a clip "walk loop" beside the others'],
    ['posespace animate loop wolf.glb --shortest 0.8 --sheet loop.png', 'a shorter loop, and a picture'],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const { model, skeleton } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const { shortest, blend } = options;
    const looped = loopClip(source, skeleton, {
      ...(shortest !== undefined && { shortest }),
      blend,
    });
    const clip = { ...looped.clip, name: `${source.name} loop` };
    const path = output ?? besideInput(input, '-loop.glb');
    const added = addClip(model, clip);
    const written = await writeModelFile(path, added, { reduce: options.reduce });
    const files = [path];
    if (options.preview !== undefined) {
      files.push(options.preview);
      await writeClipVideo(options.preview, model, clip);
    }
    if (options.sheet !== undefined) {
      files.push(options.sheet);
      const rows = [
        { model, clip: source, label: 'clip' },
        { model, clip: looped.clip, label: 'loop' },
      ];
      await writeBytesFile(options.sheet, await drawStrip(rows, `${model.name}: ${source.name}`));
    }
    const findings = [...model.findings, ...written.findings];
    const seconds = (now() - start) / 1000;
    const { clip: _, ...figures } = looped;
    return {
      data: {
        input,
        files,
        clip: added.clips.at(-1)!.name,
        ...figures,
        frames: clip.times.length,
        findings,
        seconds,
      },
      text: [
        `"${source.name}" from ${looped.start.toFixed(2)} to ${looped.end.toFixed(2)} s: seam ` +
          `${looped.seam.toPrecision(2)} m against a usual step of ${looped.step.toPrecision(2)} m`,
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});
