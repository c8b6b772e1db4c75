/** @file `npm run lab -- eval distil`: motions found again from an exact score, and what each loss is good for. */

import { cpuUsage } from 'node:process';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, oneOf, someOf } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { trackMotion } from '../../src/motion/physics/track-motion.js';
import type { Pose } from '../../src/rig/rig-records.js';
import { openPoseSpace } from '../../src/verbs/open-pose-space.js';
import { createCreature } from '../creatures/create-creature.js';
import { createCreatureModel } from '../creatures/creature-model.js';
import { CREATURE_KINDS, type CreatureKind } from '../creatures/creature-record.js';
import {
  type AblationRow,
  ablateLosses,
  type RecoveryRow,
  recoverByFilms,
  recoverByTrajectories,
} from '../eval/evaluate-distil.js';

const MEASURES = ['trajectories', 'films', 'losses'] as const;
const KINDS: readonly CreatureKind[] = ['quadruped', 'spider', 'biped', 'snake', 'lizard'];

const FLAGS = {
  kinds: someOf(CREATURE_KINDS, `kinds of sample creatures; by default ${KINDS.join(', ')}`),
  measure: someOf(MEASURES, 'what to measure; by default trajectories and films'),
  frames: count('frames of a film, evenly over the clip', { min: 2, max: 64, default: 4 }),
  views: count('cameras', { min: 1, max: 8, default: 2 }),
  size: count('width and height of a film', { min: 16, max: 256, default: 64 }),
  splats: count('splats of the body', { min: 100, max: 100_000, default: 2000 }),
  iterations: count('iterations of a film', { min: 1, default: 40 }),
  optimizer: oneOf(['adam', 'gauss-newton'], 'how films are followed', { default: 'gauss-newton' }),
};

export const evaluateDistilCommand = defineCommand({
  usage: 'eval distil',
  summary:
    'Motions of sample creatures distilled from an exact score, through trajectories and through splats',
  output: 'a JSON file to write all rows to',
  flags: FLAGS,
  examples: [
    ['npm run lab -- eval distil', 'five creatures, through trajectories and through splats'],
    ['npm run lab -- eval distil --measure losses --kinds quadruped,spider', 'losses left out, then physics'],
  ],
  async run(context) {
    const { options, seed, signal, onProgress } = context;
    const { kinds = KINDS, measure = ['trajectories', 'films'] } = options;
    const cpu = () => {
      const { user, system } = cpuUsage();
      return user + system;
    };
    const recovered: (RecoveryRow & { readonly by: string })[] = [];
    const losses: AblationRow[] = [];
    for (const [i, kind] of kinds.entries()) {
      onProgress?.({ stage: kind, fraction: i / kinds.length });
      if (measure.includes('trajectories')) {
        for (const row of await recoverByTrajectories(kind, seed, cpu, { signal }))
          recovered.push({ by: 'trajectories', ...row });
      }
      if (measure.includes('films')) {
        const { frames, views, size, splats, iterations, optimizer } = options;
        const films = {
          frameCount: frames,
          viewCount: views,
          size,
          splatCount: splats,
          iterations,
          optimizer,
        };
        recovered.push({ by: optimizer, ...(await recoverByFilms(kind, seed, films, cpu, { signal })) });
      }
      if (measure.includes('losses')) losses.push(...(await ablate(kind, seed, { signal })));
    }
    if (context.output) await writeJsonFile(context.output, { recovered, losses });
    return {
      data: { recovered, losses },
      text: [...formatRecovery(recovered), ...formatLosses(losses)].join('\n'),
    };
  },
});

async function ablate(
  kind: CreatureKind,
  seed: number,
  work: { signal?: AbortSignal },
): Promise<AblationRow[]> {
  const space = await openPoseSpace(createCreatureModel(createCreature(kind, { seed })));
  const project = async (poses: readonly Pose[]) => {
    const out: Pose[] = [];
    for (const pose of poses) out.push(await space.project(pose));
    return out;
  };
  try {
    return await ablateLosses(kind, seed, { project, track: trackMotion }, work);
  } finally {
    await space.close();
  }
}

const formatRecovery = (rows: readonly (RecoveryRow & { readonly by: string })[]): string[] =>
  rows.length === 0
    ? []
    : formatTable(
        ['motion', 'through', 'rest %', 'found %', 'CPU ms an iteration'],
        rows.map(({ creature, motion, by, rest, found, milliseconds }) => [
          `${creature} ${motion}`,
          by,
          decimals(rest, 2),
          decimals(found, 2),
          decimals(milliseconds, 0),
        ]),
      );

const formatLosses = (rows: readonly AblationRow[]): string[] =>
  rows.length === 0
    ? []
    : formatTable(
        [
          'losses',
          'found %',
          'jerk',
          'skate',
          'sinks %',
          'cleaned: skate',
          'sinks %',
          'tracked: skate',
          'sinks %',
        ],
        rows.map(({ creature, losses, found, before, cleaned, tracked }) => [
          `${creature} ${losses}`,
          decimals(found, 2),
          decimals(before.jerk, 0),
          decimals(before.skate, 3),
          decimals(before.penetration, 2),
          decimals(cleaned.skate, 3),
          decimals(cleaned.penetration, 2),
          decimals(tracked?.skate ?? null, 3),
          decimals(tracked?.penetration ?? null, 2),
        ]),
      );
