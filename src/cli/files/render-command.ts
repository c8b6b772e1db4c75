/** @file `posespace render`: a picture of a file, without a GPU. */

import { PosespaceError } from '../../base/errors.js';
import { type Model, modelRig } from '../../io/model.js';
import { readModelFile, writeBytesFile } from '../../io/node.js';
import { gatherColors } from '../../io/vertex-colors.js';
import { clipDuration } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import type { ViewName } from '../../render/camera.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import type { Image } from '../../render/image.js';
import { renderMesh } from '../../render/render-mesh.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import type { CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';

export const renderCommand: CommandDefinition = {
  usage: 'render <file>',
  summary: 'Draw a picture: the model at rest, its skeleton, its weights, or frames of its clips',
  output: 'the PNG to write (default: beside the input)',
  flags: [
    ['--skeleton', 'draw the skeleton through the mesh'],
    ['--names', 'write the joint names'],
    ['--weights <joint>', 'heat map of one joint, or "all" for a colour per joint'],
    ['--clip <name>', 'frames of this clip, side by side; "all" for every clip'],
    ['--frames <count>', 'frames per clip', '6'],
    ['--view <name>', 'three-quarter, front, side or top', 'three-quarter'],
    ['--size <pixels>', 'width and height of a picture', '480'],
    ['--dark', 'on a dark background'],
  ],
  examples: [
    ['posespace render hero.glb -o hero.png', 'the model at rest'],
    ['posespace render hero.glb --skeleton --weights leftArm', 'what one joint moves'],
    ['posespace render hero.glb --clip all', 'a contact sheet of every clip'],
  ],
  async run({ limits, output, options }, file) {
    const model = await readModelFile(file, { limits });
    const path = output ?? file.replace(/\.[^.\\/]*$/, '.png');
    const image = draw(model, await gatherColors(model), options);
    await writeBytesFile(path, encodePng(image));
    return {
      data: { file: path, width: image.width, height: image.height },
      text: `wrote ${path} (${image.width} × ${image.height})`,
    };
  },
};

function draw(
  model: Model,
  colors: Uint8Array | undefined,
  options: Readonly<Record<string, unknown>>,
): Image {
  const size = wholeNumber('--size', options.size, 16, 4096)!;
  const frameCount = wholeNumber('--frames', options.frames, 1, 64)!;
  const theme = options.dark ? 'dark' : 'light';
  const view = ['three-quarter', 'front', 'side', 'top'].find((name) => name === options.view);
  if (!view)
    throw new PosespaceError(
      'bad-usage',
      `--view must be three-quarter, front, side or top, got ${options.view}`,
    );
  const settings = { width: size, height: size, theme, camera: { view: view as ViewName }, colors } as const;
  const { skeleton } = model;
  const rig = modelRig(model);
  const drawPose = (pose: Pose | undefined): Image => {
    if (rig) {
      const paint =
        options.weights === undefined
          ? 'plain'
          : options.weights === 'all'
            ? 'joints'
            : { weightsOf: options.weights as string };
      return renderRig(rig, pose, {
        ...settings,
        paint,
        skeleton: options.skeleton === true,
        jointNames: options.names === true,
      });
    }
    if (skeleton && model.mesh.triangles.length === 0) {
      return renderSkeleton(skeleton, pose ?? restPose(skeleton), {
        ...settings,
        jointNames: options.names === true,
      });
    }
    return renderMesh(model.mesh, settings);
  };
  if (options.clip === undefined) return drawPose(undefined);

  const clips =
    options.clip === 'all' ? model.clips : model.clips.filter((clip) => clip.name === options.clip);
  if (clips.length === 0) {
    throw new PosespaceError(
      'bad-usage',
      `there is no clip "${options.clip}"; the file has ${model.clips.map((clip) => clip.name).join(', ') || 'none'}`,
    );
  }
  const tiles: Tile[] = clips.flatMap((clip) =>
    Array.from({ length: frameCount }, (_, i) => {
      const time = clip.times[0] + (clipDuration(clip) * i) / Math.max(1, frameCount);
      // In place: a walk would leave the picture.
      const pose = sampleClip(clip, time);
      const root = Float32Array.of(0, pose.root[1], 0);
      return { image: drawPose({ ...pose, root }), label: clip.name, note: `${time.toFixed(2)} s` };
    }),
  );
  return contactSheet(tiles, { title: model.name, columns: frameCount, theme });
}
