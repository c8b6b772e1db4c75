/** @file The skeleton network that `rigModel` uses. */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { loadSkeletonNetwork } from '../io/load-skeleton-network.js';
import {
  openSkeletonModel,
  type SkeletonModel,
  type SkeletonModelFiles,
} from '../rig/learned/skeleton-model.js';
import { createNetworkOpener, type NetworkSource } from './create-network-opener.js';

/** Where the skeleton network comes from. */
export type SkeletonNetworkSource = NetworkSource<SkeletonModel, SkeletonModelFiles>;

/** Opens the network, by default the one that ships with the package. */
export const openSkeletonNetwork = createNetworkOpener<SkeletonModel, SkeletonModelFiles>(
  loadSkeletonNetwork,
  openSkeletonModel,
);

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
