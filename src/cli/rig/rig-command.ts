/** @file `posespace rig`: auto-rigs a mesh or a sequence of meshes; writes a rigged GLB, a report and a picture. */

import { pauseUnlessAborted } from '../../base/progress.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { triangleCount, vertexCount } from '../../mesh/mesh.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { encodePng } from '../../render/encode-png.js';
import type { LimbReport } from '../../rig/report/report-limbs.js';
import { type RigReport, reportRig } from '../../rig/report/report-rig.js';
import { besideInput } from '../shared/command-files.js';
import { formatTable } from '../shared/format-table.js';
import { closingLines } from '../shared/outcome-text.js';
import { describeReconstructions } from '../shared/reconstruction-facts.js';
import { defineCommand } from '../shared/shell.js';
import { RIG_FLAGS, type Rigged, rigFile } from './rig-file.js';
import { drawRigSheet, type SheetFrame } from './rig-sheet.js';

export const rigCommand = defineCommand({
  usage: 'rig <input>',
  summary: 'Auto-rig a mesh: find its skeleton and solve skin weights; mesh sequences get one rig and a clip',
  output: 'the file to write (default: <input>-rigged.glb)',
  flags: RIG_FLAGS,
  examples: [
    [
      'posespace rig wolf.obj -o wolf.glb --sheet wolf.png',
      'skeleton, names and weights from the shape alone',
    ],
    [
      'posespace rig hero.glb --replace --preset humanoid --names mixamo',
      'a new rig with exactly the joints of Mixamo',
    ],
    ['posespace rig robot.fbx --skeleton-from hero.glb', 'the joints of another file, fitted to this mesh'],
    ['posespace rig frames/ -o runner.glb', 'one rig and one clip from a folder of OBJ or PLY frames'],
    ['posespace rig meshes/ -o runner.glb', 'the same from meshes that share no vertices, one per frame'],
    ['posespace rig frames/ --per-frame', 'and how much rigs of single frames would vary'],
  ],
  async run(context, input) {
    const { output, options, signal, onProgress, now, runBlocking } = context;
    const start = now();
    const rigging = {
      ...context,
      onProgress: ({ stage, fraction }: { stage: string; fraction: number }) =>
        onProgress?.({ stage, fraction: fraction * 0.7 }),
    };
    const rigged = await rigFile(rigging, input);
    const { rig, model } = rigged;
    const measured = await runBlocking(() =>
      reportRig(rigged.simplified ?? rig, rigged.confidence, {
        signal,
        onProgress: ({ stage, fraction }) => onProgress?.({ stage, fraction: 0.7 + fraction * 0.2 }),
      }),
    );
    const report = { ...measured, vertices: vertexCount(rig.mesh), triangles: triangleCount(rig.mesh) };

    const path = output ?? besideInput(input, '-rigged.glb');
    const { sheet } = options;
    const colors = sheet === undefined ? undefined : await readVertexColors(model);
    const picture =
      sheet === undefined
        ? undefined
        : await runBlocking(() =>
            encodePng(
              drawRigSheet(rig, report.stress, {
                title: model.name,
                forward: rigged.body.forward,
                colors,
                frames: framesOf(rigged),
              }),
            ),
          );
    await pauseUnlessAborted(signal);
    const written = await writeModelFile(path, model);
    if (sheet !== undefined && picture) await writeBytesFile(sheet, picture);
    const findings = [...model.findings, ...rigged.findings, ...written.findings];
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const seconds = (now() - start) / 1000;
    return {
      data: {
        input,
        files,
        how: rigged.how,
        body: rigged.body,
        ...(rigged.limbs && { limbs: rigged.limbs }),
        ...report,
        ...rigged.figures,
        findings,
        seconds,
      },
      text: [...describeRig(rigged, report), ...closingLines(findings, files, seconds)].join('\n'),
    };
  },
});

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

function describeRig({ how, body, limbs = [], figures }: Rigged, report: RigReport): string[] {
  const { stress, joints } = report;
  const least = limbs.reduce<LimbReport | undefined>(
    (kept, limb) => (kept && kept.confidence <= limb.confidence ? kept : limb),
    undefined,
  );
  const worst = stress.joints[0];
  return [
    `mesh         ${report.vertices} vertices, ${report.triangles} triangles`,
    `skeleton     ${how.skeleton}: ${joints.length} joints`,
    `body         ${body.description}, facing ${body.facing}`,
    `weights      ${how.weights}`,
    ...(report.confidence !== undefined && report.leastConfident
      ? [
          `confidence   the body ${percent(body.confidence)}; joints ${percent(report.confidence)} on average, ` +
            `least at ${report.leastConfident.name} (${percent(report.leastConfident.confidence ?? 0)})` +
            (least ? `; limbs least at ${nameLimb(least)} (${percent(least.confidence)})` : ''),
        ]
      : []),
    `coverage     ${percent(report.coverage)} of the surface is near a bone that moves it`,
    worst
      ? `bent by 40°  worst stretch ${stress.worstStretch.toFixed(2)} at ${joints[worst.joint].name}, median ${stress.medianStretch.toFixed(2)}; ` +
        `${percent(stress.selfIntersection)} of the triangles intersect others`
      : 'bent by 40°  there is nothing to bend',
    ...(figures.sequence
      ? [
          `sequence     ${figures.sequence.frames} frames, anchor ${figures.sequence.anchor}; error ${(figures.sequence.lbsRmse * 100).toFixed(2)} % of the longest side`,
        ]
      : []),
    ...(figures.reconstructions ? [`frames       ${describeReconstructions(figures.reconstructions)}`] : []),
    ...describePerFrame(figures),
  ];
}

const nameLimb = ({ joints }: LimbReport): string =>
  joints.length > 1 ? `${joints[0]} to ${joints[joints.length - 1]}` : joints[0];

/** What single frames give, beside the one rig of all frames. */
function describePerFrame({ perFrame, sequence }: Rigged['figures']): string[] {
  if (!perFrame) return [];
  const rows = Object.entries(perFrame).map(([name, one]) => [
    `${name}, ${one.frames} frames alone`,
    one.pjdd.toFixed(2),
    one.gsd.toFixed(4),
    one.temporalErrorPerPoint.toFixed(3),
    (100 * one.samePlan).toFixed(0),
    (100 * one.lbsRmse).toFixed(2),
  ]);
  const error = sequence && (100 * sequence.lbsRmse).toFixed(2);
  return formatTable(
    ['per frame', 'PJDD %', 'GSD', 'temporal', 'same tree %', 'LBS RMSE %'],
    [...rows, ['one rig for all', '0.00', '0.0000', '0.000', '100', error]],
  );
}

/** Five evenly spaced frames of the first clip, without root motion, so that a walk stays in the picture. */
function framesOf({ model }: Rigged): SheetFrame[] {
  const clip = model.clips[0];
  if (!clip || clip.times.length < 2) return [];
  const first = clip.times[0];
  const duration = clip.times[clip.times.length - 1] - first;
  return Array.from({ length: 5 }, (_, i) => {
    const time = first + (duration * i) / 5;
    const pose = sampleClip(clip, time);
    return {
      pose: { ...pose, root: Float32Array.of(0, pose.root[1], 0) },
      label: `${clip.name} ${time.toFixed(2)} s`,
    };
  });
}
