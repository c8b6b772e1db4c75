/** @file `posespace render`: renders a file to a PNG, without a GPU. */

import { PosespaceError } from '../../base/errors.js';
import type { ReadLimits } from '../../io/limits.js';
import { type Model, modelRig } from '../../io/model.js';
import { writeBytesFile } from '../../io/node.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { clipDuration } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { VIEWS, type ViewName } from '../../render/camera.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import type { Image } from '../../render/image.js';
import { renderMesh } from '../../render/render-mesh.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { renderSplats } from '../../render/splat/render-splats.js';
import type { BoundSplats } from '../../render/splat/splat-cloud.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { pickClip } from '../animate/animated-file.js';
import { BODY_FLAGS, readBody } from '../shared/body-flags.js';
import { writeClipVideo } from '../shared/clip-video.js';
import { facingCamera } from '../shared/facing-camera.js';
import { count, type OptionsOf, oneOf, text, toggle, writtenPath } from '../shared/flags.js';
import { defineCommand } from '../shared/shell.js';
import { readBoundSplats, splatsOf } from './splats-command.js';

/** `--splats 5000`; anything else is a file. */
const SPLAT_COUNT = /^\d+$/;

const FLAGS = {
  ...BODY_FLAGS,
  skeleton: toggle('draw the skeleton through the mesh'),
  names: toggle('write the joint names'),
  weights: text('heat map of the weights of one joint, or "all" for a colour per joint', {
    placeholder: 'joint',
  }),
  clip: text('frames of this clip side by side, or "all" for every clip'),
  video: writtenPath('write a video of --clip instead: .mp4, .webm, .gif, or a folder of PNG frames'),
  frames: count('frames per clip', { min: 1, max: 64, default: 6 }),
  view: oneOf(Object.keys(VIEWS) as ViewName[], 'camera', { default: 'three-quarter' }),
  size: count('width and height of a picture', { min: 16, max: 4096, default: 480, placeholder: 'pixels' }),
  dark: toggle('on a dark background'),
  splats: text(
    'draw the body as Gaussian splats: how many, or a splat file (.ply, .glb) to bind to this rig',
    {
      placeholder: 'number|file',
      fileIn: (given) => (SPLAT_COUNT.test(given) ? undefined : given),
    },
  ),
};

export const renderCommand = defineCommand({
  usage: 'render <file>',
  summary: 'Render a PNG: the model at rest, its skeleton, its skin weights, or frames of its clips',
  output: 'the PNG to write (default: beside the input)',
  flags: FLAGS,
  examples: [
    ['posespace render hero.glb -o hero.png', 'the model at rest'],
    ['posespace render hero.glb --skeleton --weights leftArm', 'what one joint moves'],
    ['posespace render hero.glb --clip all', 'a contact sheet of every clip'],
    ['posespace render hero.glb --clip walk --video walk.mp4', 'a clip as a video'],
    ['posespace render hero.glb --splats 50000', 'as Gaussian splats on a checkerboard'],
  ],
  async run(context, file) {
    const { limits, output, options } = context;
    const model = await readBody(context, file);
    if (!model.skeleton && model.mesh.triangles.length === 0) {
      throw new PosespaceError(
        'bad-input',
        `render: "${file}" has no surface and no skeleton; splats are drawn on a rigged mesh, as in posespace render hero.glb --splats ${file}`,
      );
    }
    const path = output ?? file.replace(/\.[^.\\/]*$/, '.png');
    const splats = options.splats === undefined ? undefined : await openSplats(options.splats, model, limits);
    if (options.video !== undefined) {
      const { size, view, dark } = options;
      const theme = dark ? 'dark' : 'light';
      await writeClipVideo(options.video, model, pickClip(model, options.clip), {
        size,
        theme,
        camera: facingCamera(model, view),
      });
      return { data: { file: options.video }, text: `wrote ${options.video}` };
    }
    const image = draw(model, await readVertexColors(model), splats, options);
    await writeBytesFile(path, encodePng(image));
    return {
      data: { file: path, width: image.width, height: image.height },
      text: `wrote ${path} (${image.width} × ${image.height})`,
    };
  },
});

/** So many splats of the model's surface, or those of a file. */
const openSplats = (given: string, model: Model, limits: Partial<ReadLimits>): Promise<BoundSplats> =>
  SPLAT_COUNT.test(given) ? splatsOf(model, Number(given)) : readBoundSplats(given, model, limits);

function draw(
  model: Model,
  colors: Uint8Array | undefined,
  splats: BoundSplats | undefined,
  options: OptionsOf<typeof FLAGS>,
): Image {
  const { size, frames: frameCount, view } = options;
  const theme = options.dark ? 'dark' : 'light';
  const camera = facingCamera(model, view);
  const settings = { width: size, height: size, theme, camera, colors } as const;
  const { skeleton } = model;
  const rig = modelRig(model);
  const drawPose = (pose: Pose | undefined): Image => {
    if (splats && skeleton) {
      return renderSplats(splats, skeleton, pose, { width: size, height: size, camera });
    }
    if (rig) {
      const paint =
        options.weights === undefined
          ? 'plain'
          : options.weights === 'all'
            ? 'joints'
            : { weightsOf: options.weights };
      return renderRig(rig, pose, {
        ...settings,
        paint,
        skeleton: options.skeleton,
        jointNames: options.names,
      });
    }
    if (skeleton && model.mesh.triangles.length === 0) {
      return renderSkeleton(skeleton, pose ?? restPose(skeleton), {
        ...settings,
        jointNames: options.names,
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
      // Without root motion: a walk would leave the picture.
      const pose = sampleClip(clip, time);
      const root = Float32Array.of(0, pose.root[1], 0);
      return { image: drawPose({ ...pose, root }), label: clip.name, note: `${time.toFixed(2)} s` };
    }),
  );
  return contactSheet(tiles, { title: model.name, columns: frameCount, theme });
}
