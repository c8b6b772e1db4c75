/** @file `posespace demo`: makes, checks, poses, animates and renders a sample creature. */

import { join } from 'node:path';
import { throwIfAborted } from '../../base/progress.js';
import { createCreature } from '../../creatures/create-creature.js';
import type { Creature } from '../../creatures/creature-record.js';
import { inspect } from '../../inspect/inspect.js';
import { createCreatureModel } from '../../io/creature-model.js';
import { writeFiles } from '../../io/node.js';
import { encodeModel } from '../../io/write.js';
import { clipDuration } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { contactSheet, type Tile } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { type RenderRigOptions, renderRig } from '../../render/render-rig.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { Pose } from '../../rig/rig-records.js';
import { defineCommand } from '../shared/shell.js';
import { parseKind } from './creature-command.js';

const FRAMES_PER_CLIP = 5;

export const demoCommand = defineCommand({
  usage: 'demo [kind]',
  summary: 'Make, pose, animate and render a sample creature',
  output: 'the folder to write to (default: out)',
  examples: [
    ['posespace demo', 'a dragon: out/dragon-0.glb, a posed one and a contact sheet'],
    ['posespace demo octopus --seed 4 -o sea', 'another one'],
  ],
  async run({ seed, output = 'out', onProgress, signal, now }, kind = 'dragon') {
    const start = now();
    onProgress?.({ stage: 'making the creature', fraction: 0 });
    const creature = createCreature(parseKind(kind), { seed });
    throwIfAborted(signal);
    onProgress?.({ stage: 'checking it', fraction: 0.4 });
    const model = createCreatureModel(creature);
    const report = inspect(model);
    const action = creature.clips[creature.clips.length - 1];
    const pose = sampleClip(action, clipDuration(action) * 0.45);
    throwIfAborted(signal);
    onProgress?.({ stage: 'drawing', fraction: 0.5 });
    const sheet = drawSheet(creature, pose);
    throwIfAborted(signal);

    const { name, rig, clips } = creature;
    const files = [
      ...(await encodeModel(model, `${name}.glb`)).files,
      ...(await encodeModel({ ...model, clips: [] }, `${name}-posed.glb`, { pose })).files,
      { name: `${name}.png`, bytes: encodePng(sheet) },
    ];
    await writeFiles(output, files);
    const seconds = (now() - start) / 1000;
    const data = {
      kind,
      seed,
      triangles: rig.mesh.triangles.length / 3,
      joints: rig.skeleton.names.length,
      clips: clips.map((clip) => ({ name: clip.name, seconds: clipDuration(clip) })),
      inspection: report.counts,
      files: files.map((file) => join(output, file.name)),
      seconds,
    };
    const text = [
      `Made a ${kind} (seed ${seed}): ${data.triangles} triangles, ${data.joints} named joints, leak-free weights.`,
      `Animated it: ${clips.map((clip) => `${clip.name} (${clipDuration(clip).toFixed(1)} s)`).join(', ')}.`,
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
function drawSheet(creature: Creature, pose: Pose) {
  const { rig, clips, colors, name } = creature;
  const size = { width: 320, height: 320 } as const;
  const draw = (label: string, at: Pose | undefined, options: RenderRigOptions, note?: string): Tile => ({
    image: renderRig(rig, at, { ...size, ...options }),
    label,
    note,
  });
  const heaviest = rig.skeleton.names[creature.plan.neck[0] ?? creature.plan.spine[0] ?? 0];
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
