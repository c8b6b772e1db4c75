/**
 * @file The anatomy that a VRM declares: its humanoid bones, by the nodes of the file. VRM 0.x faces −Z and VRM 1.0 faces
 * +Z; where it faces follows from left and right.
 *
 * Facts from vrm-c/vrm-specification: VRMC_vrm-1.0 and VRM 0.0 (humanoid).
 */

import { toAnatomy } from '../../rig/anatomy/to-anatomy.js';
import { bodyOfHumanoid } from '../../rig/reading/humanoid-body.js';
import type { Anatomy, PartialRig } from '../../rig/rig-records.js';
import type { GltfJson } from '../gltf/gltf-json.js';

/** Thumbs of VRM 0.x have the names of other fingers. */
const THUMBS_OF_0: Readonly<Record<string, string>> = {
  ThumbProximal: 'ThumbMetacarpal',
  ThumbIntermediate: 'ThumbProximal',
};

/** The anatomy; undefined where the file declares none, or not enough of it. */
export function readDeclaredAnatomy(
  json: GltfJson,
  rig: PartialRig,
  jointNodes: readonly number[],
): Anatomy | undefined {
  const nodes = declaredNodes(json);
  const bones = new Map(
    [...nodes].flatMap(([bone, node]): [string, number][] => {
      const joint = node >= 0 ? jointNodes.indexOf(node) : -1;
      return joint < 0 ? [] : [[bone, joint]];
    }),
  );
  const body = bones.size > 0 ? bodyOfHumanoid(rig, bones) : undefined;
  return body && { ...toAnatomy(rig, body), from: 'file' };
}

/** The node of each bone, by VRM 1.0's names. */
function declaredNodes({ extensions = {} }: GltfJson): Map<string, number> {
  const latest = record(record(record(extensions.VRMC_vrm).humanoid).humanBones);
  const old = record(record(extensions.VRM).humanoid).humanBones;
  const entries = Array.isArray(old)
    ? old.map(record).map(({ bone, node }) => [renameThumb(String(bone)), node] as const)
    : Object.entries(latest).map(([bone, where]) => [bone, record(where).node] as const);
  return new Map(entries.filter((entry): entry is [string, number] => Number.isInteger(entry[1])));
}

const renameThumb = (bone: string): string =>
  bone.replace(/Thumb(Proximal|Intermediate)$/, (part) => THUMBS_OF_0[part]);

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
