/** @file The skeleton network that `rigModel` uses: opened once per folder and kept, as every mesh can share it. */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { loadSkeletonNetwork } from '../io/load-skeleton-network.js';
import {
  openSkeletonModel,
  type SkeletonModel,
  type SkeletonModelFiles,
} from '../rig/learned/skeleton-model.js';

/** An open network, which is left open; its files; or the folder or address to load it from. */
export type SkeletonNetworkSource = SkeletonModel | SkeletonModelFiles | string | URL;

const opened = new Map<string | SkeletonModelFiles, Promise<SkeletonModel>>();

/** Opens the network, by default the one that ships with the package. */
export function openSkeletonNetwork(source?: SkeletonNetworkSource): Promise<SkeletonModel> {
  if (typeof source === 'object' && 'close' in source) return Promise.resolve(source);
  const files = typeof source === 'object' && 'card' in source ? source : undefined;
  const key = files ?? `${source ?? ''}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = (async () =>
    openSkeletonModel(files ?? (await loadSkeletonNetwork(source as string | URL | undefined))))();
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

/**
 * The network, or why there is none: a page that does not serve it still rigs by the shape alone. A network that was
 * named must be there.
 */
export async function findSkeletonNetwork(
  source: SkeletonNetworkSource | undefined,
): Promise<{ network?: SkeletonModel; findings: readonly Finding[] }> {
  try {
    return { network: await openSkeletonNetwork(source), findings: [] };
  } catch (error) {
    if (source !== undefined || !(error instanceof PosespaceError)) throw error;
    return { findings: [missing(error.message)] };
  }
}

const missing = (reason: string): Finding => ({
  code: 'no-skeleton-network',
  severity: 'warning',
  message: `The body was read from its shape alone: the skeleton network is not there (${reason}).`,
  fix: 'Serve models/skeleton of the package and give its address (option network).',
});
