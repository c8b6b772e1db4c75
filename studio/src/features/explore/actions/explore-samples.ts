/**
 * @file Random poses for the grid, one row at a time, each row from a seed of its own: the first appear at once, and
 * a seed always gives the same poses.
 */

import type { Pose } from 'posespace/rig';
import { currentDocument, runTask, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { type CallOptions, callWorker } from '../../../workers/worker-client.js';
import { applyPose } from '../../pose/actions/pose-edit.js';
import { findParts } from './explore-parts.js';

const PER_ROW = 3;
const ROWS = 4;
/** Denoising steps: half of the default, which only adds fine detail. */
const STEPS = 12;
/** Strength of the variation for "more like this". */
const ALIKE = 0.55;
/** Largest random seed; any may be typed. */
const MOST_SEED = 9999;

let nextId = 1;

/** Fills the grid with samples of the current seed. */
export async function samplePoses(): Promise<void> {
  const { seed, variety, symmetric, clean, part } = useStudio.getState().view.explore;
  const document = currentDocument();
  const { selected } = useStudio.getState().view.scene;
  const chosen = findParts(document, selected).find(({ id }) => id === part);
  const { pose } = document;
  if (chosen) {
    await fillGrid(`${chosen.label} · seed ${seed}`, 'Sampling poses', (row, work) =>
      callWorker(
        'background',
        'vary',
        [
          pose,
          {
            count: PER_ROW,
            seed: seed * ROWS + row,
            strength: Math.min(1, variety),
            steps: STEPS,
            joints: chosen.joints,
          },
        ],
        work,
      ),
    );
    return;
  }
  await fillGrid(`Seed ${seed}`, 'Sampling poses', (row, work) =>
    callWorker(
      'background',
      'sample',
      [{ count: PER_ROW, seed: seed * ROWS + row, strength: variety, steps: STEPS, symmetric, clean }],
      work,
    ),
  );
}

/** Samples with a random seed. */
export async function sampleRandomSeed(): Promise<void> {
  const [chance] = crypto.getRandomValues(new Uint32Array(1));
  setView('explore', { seed: 1 + (chance % MOST_SEED) });
  await samplePoses();
}

/** Fills the grid with variations of a pose. */
export async function moreLikeThis(pose: Pose, name: string): Promise<void> {
  const { seed, variety } = useStudio.getState().view.explore;
  const strength = Math.min(1, ALIKE * variety);
  await fillGrid(`Similar to ${name}`, 'Sampling similar poses', (row, work) =>
    callWorker(
      'background',
      'vary',
      [pose, { count: PER_ROW, seed: seed * ROWS + row, strength, steps: STEPS }],
      work,
    ),
  );
}

export function applySample(pose: Pose, name: string): void {
  applyPose(`Apply ${name}`, pose);
}

async function fillGrid(
  shown: string,
  label: string,
  draw: (row: number, work: CallOptions) => Promise<Pose[]>,
): Promise<void> {
  const skeleton = skeletonOf(useStudio.getState());
  await runTask(label, async ({ signal, onProgress }) => {
    for (let row = 0; row < ROWS; row++) {
      const share = (fraction: number) => (row + Math.max(0, fraction)) / ROWS;
      const poses = await draw(row, {
        signal,
        onProgress: ({ stage, fraction }) => onProgress({ stage, fraction: share(fraction) }),
      });
      if (skeletonOf(useStudio.getState()) !== skeleton) return;
      const found = poses.map((pose) => ({ id: nextId++, pose }));
      const { samples } = useStudio.getState().view.explore;
      // Earlier samples stay until the first new row arrives.
      setView('explore', {
        shown,
        samples: row === 0 ? found : [...samples, ...found],
        awaited: (ROWS - row - 1) * PER_ROW,
      });
      onProgress({ stage: '', fraction: share(1) });
    }
  });
  setView('explore', { awaited: 0 });
}
