/** @file `posespace demo`: checks, poses and renders a sample creature. */

import { join } from 'node:path';
import { throwIfAborted } from '../../base/progress.js';
import { inspect } from '../../inspect/inspect.js';
import { type Model, modelRig } from '../../io/model.js';
import { writeFiles } from '../../io/node.js';
import { parseSampleName, readSample } from '../../io/node-samples.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { encodeModel } from '../../io/write.js';
import { clipDuration } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { type RenderRigOptions, renderRig } from '../../render/render-rig.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Pose, Skin } from '../../rig/rig-records.js';
import { defineCommand } from '../shared/shell.js';

const FRAMES_PER_CLIP = 5;

export const demoCommand = defineCommand({
  usage: 'demo [name]',
  summary: 'Check, pose and render a sample creature',
  output: 'the folder to write to (default: out)',
  examples: [
    ['posespace demo', 'a dragon: out/dragon.glb, a posed one and a contact sheet'],
    ['posespace demo octopus -o sea', 'another one'],
  ],
  async run({ output = 'out', onProgress, signal, now }, word = 'dragon') {
    const start = now();
    const name = parseSampleName(word);
    const model = await readSample(name);
    const { mesh, skeleton, clips } = model;
    throwIfAborted(signal);
    onProgress?.({ stage: 'checking it', fraction: 0 });
    const report = inspect(model);
    const action = clips[clips.length - 1];
    const pose = sampleClip(action, clipDuration(action) * 0.45);
    throwIfAborted(signal);
    onProgress?.({ stage: 'drawing', fraction: 0.5 });
    const sheet = drawSheet(model, await readVertexColors(model), pose);
    throwIfAborted(signal);

    const files = [
      ...(await encodeModel(model, `${name}.glb`)).files,
      ...(await encodeModel({ ...model, clips: [] }, `${name}-posed.glb`, { pose })).files,
      { name: `${name}.png`, bytes: encodePng(sheet) },
    ];
    await writeFiles(output, files);
    const seconds = (now() - start) / 1000;
    const data = {
      name,
      triangles: mesh.triangles.length / 3,
      joints: skeleton!.names.length,
      clips: clips.map((clip) => ({ name: clip.name, seconds: clipDuration(clip) })),
      inspection: report.counts,
      files: files.map((file) => join(output, file.name)),
      seconds,
    };
    const text = [
      `Opened the ${name}: ${data.triangles} triangles, ${data.joints} named joints.`,
      `It moves: ${clips.map((clip) => `${clip.name} (${clipDuration(clip).toFixed(1)} s)`).join(', ')}.`,
      `Checked it: ${report.counts.error} errors, ${report.counts.warning} warnings.`,
      `Wrote in ${seconds.toFixed(1)} s:`,
      `  ${data.files[0]}  rig and clips, for any engine`,
      `  ${data.files[1]}  the same in a pose`,
      `  ${data.files[2]}  skeleton, weights and frames`,
      '',
      `Next: posespace inspect ${data.files[0]}`,
    ];
    return { data, text: text.join('\n') };
  },
});

/** Appearance, skeleton, weights and a pose; below them frames of every clip. */
function drawSheet(model: Model, colors: Uint8Array | undefined, pose: Pose) {
  const { name, clips } = model;
  const rig = modelRig(model)!;
  const size = { width: 320, height: 320 } as const;
  const draw = (label: string, at: Pose | undefined, options: RenderRigOptions, note?: string): Tile => ({
    image: renderRig(rig, at, { ...size, ...options }),
    label,
    note,
  });
  const heaviest = rig.skeleton.names[findHeaviest(rig.skin)];
  const tiles = [
    draw('rest', undefined, { colors }),
    draw('skeleton', undefined, { skeleton: true }),
    draw('weights of all joints', undefined, { paint: 'joints' }),
    draw(`weights of ${heaviest}`, undefined, { paint: { weightsOf: heaviest } }),
    draw('posed', pose, { colors }),
  ];
  const skinner = createRigSkinner(rig);
  for (const clip of clips) {
    const poses = Array.from({ length: FRAMES_PER_CLIP }, (_, i) => {
      const time = (clipDuration(clip) * i) / FRAMES_PER_CLIP;
      // Without root motion, so that all frames of a walk share one camera.
      const sampled = sampleClip(clip, time);
      return { time, pose: { ...sampled, root: Float32Array.of(0, sampled.root[1], 0) } };
    });
    const frame = poses.map((entry) => skinner.pose(entry.pose));
    for (const { time, pose: at } of poses) {
      tiles.push(draw(clip.name, at, { colors, frame }, `${time.toFixed(2)} s`));
    }
  }
  const subtitle = `${rig.mesh.triangles.length / 3} triangles, ${rig.skeleton.names.length} joints, ${clips.length} clips`;
  return contactSheet(tiles, { title: name, subtitle, columns: FRAMES_PER_CLIP });
}

/** The joint that moves the most of the surface. */
function findHeaviest({ joints, weights }: Skin): number {
  const sums: number[] = [];
  for (const [i, joint] of joints.entries()) sums[joint] = (sums[joint] ?? 0) + weights[i];
  return sums.reduce((most, sum, joint) => (sum > sums[most] ? joint : most), joints[0]);
}
