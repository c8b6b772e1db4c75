/** @file Fetches the pose networks that the page serves, in the small form of `scripts/compact-network.ts`. */

import { PosespaceError } from 'posespace';
import { loadPoseModel, type PoseModelFiles } from 'posespace/pose';
import { networkAddress } from '../../../workers/network-address.js';

export const fetchPoseNetworks = (): Promise<PoseModelFiles> =>
  loadPoseModel(async (path) => {
    const address = new URL(path, networkAddress('pose'));
    const response = await fetch(address).catch((error: Error) => {
      throw new PosespaceError('file', `The network ${address} cannot be reached (${error.message}).`);
    });
    if (!response.ok) {
      throw new PosespaceError(
        'file',
        `The network ${address} is not there: the server says ${response.status}.`,
      );
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    return path.endsWith('.planes') ? joinPlanes(bytes) : bytes;
  });

/** Undoes `splitPlanes`. */
export function joinPlanes(planes: Uint8Array): Uint8Array {
  const count = planes.length >> 1;
  const bytes = planes.slice();
  for (let i = 0; i < count; i++) {
    bytes[2 * i + 1] = planes[i];
    bytes[2 * i] = planes[count + i];
  }
  return bytes;
}
