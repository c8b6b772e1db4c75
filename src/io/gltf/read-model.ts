/**
 * @file From a glTF document to the records of a body.
 */

import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { linearPart, type Matrix4 } from '../../math/matrix4.js';
import { polarRotationInto } from '../../math/nearest-rotation.js';
import type { Clip } from '../../motion/clip.js';
import { type Skeleton, skeletonDiameter } from '../../rig/rig-records.js';
import type { ReadLimits } from '../limits.js';
import type { Model } from '../model.js';
import type { Budget } from '../read-budget.js';
import { readDeclaredAnatomy } from '../vrm/declared-anatomy.js';
import { readAnatomyExtras } from './anatomy-extras.js';
import { bindJoints } from './bind-joints.js';
import { readChannels } from './channels.js';
import { checkGltf } from './check.js';
import type { GltfSource } from './container.js';
import { type DecodedGltf, decodeGltf } from './decode.js';
import { findJoints, type JointTree } from './find-joints.js';
import type { GltfJson } from './gltf-json.js';
import { readClip } from './read-clips.js';
import { readParts } from './read-parts.js';
import { buildSceneGraph } from './scene-graph.js';

export interface GltfReadOptions {
  readonly name: string;
  readonly limits: ReadLimits;
  readonly budget: Budget;
  /** Frames per second of the clips; the file's own keys where absent. */
  readonly frameRate?: number;
  /** What earlier stages noticed. */
  readonly findings?: readonly Finding[];
}

export async function readGltfModel(given: GltfSource, options: GltfReadOptions): Promise<Model> {
  checkGltf(given, options.limits);
  const findings: Finding[] = [...(options.findings ?? [])];
  const decoded = await decodeGltf(given);
  const gltf = correctCounts(given, decoded, findings);
  if (gltf !== given) checkGltf(gltf, options.limits);
  const { json } = gltf;
  const graph = buildSceneGraph(json);
  const animations = (json.animations ?? []).map((animation) => readChannels(animation, decoded));
  const animated = new Uint8Array(graph.parents.length);
  for (const channels of animations) for (const channel of channels) animated[channel.node] = 1;

  const tree = findJoints(json, graph, animated);
  const binding = tree && bindJoints(json, graph, tree, decoded, findings);
  const { mesh, skin, parts, mended } = readParts({ json, graph, decoded, tree, binding, findings });
  const skeleton = tree && binding && makeSkeleton(json, tree, binding.rest, findings);
  const known = skeleton ? readAnatomyExtras(json, skeleton, mesh) : { findings: [] };
  findings.push(...known.findings);
  const saved = 'anatomy' in known ? known.anatomy : undefined;
  const anatomy =
    saved ?? (tree && skeleton && readDeclaredAnatomy(json, { skeleton, mesh, skin }, tree.nodes));

  const clips: Clip[] = [];
  const clipAnimations: number[] = [];
  if (tree && binding && skeleton) {
    const size = skeletonDiameter(skeleton);
    const context = {
      graph,
      tree,
      skeleton,
      rest: binding.rest,
      size,
      budget: options.budget,
      frameRate: options.frameRate,
      findings,
    };
    const names = uniqueNames((json.animations ?? []).map((a, i) => a.name || `clip${i + 1}`));
    for (const [i, channels] of animations.entries()) {
      const clip = readClip(context, json.animations![i], channels, names[i]);
      if (!clip) continue;
      clips.push(clip);
      clipAnimations.push(i);
    }
  }
  return {
    name: options.name,
    mesh,
    skeleton,
    skin,
    ...(anatomy && { anatomy }),
    clips,
    findings,
    source: {
      gltf,
      mesh,
      skeleton,
      // A skin that was mended is not the file's: it is written anew.
      skin: mended ? undefined : skin,
      ...(anatomy && { anatomy }),
      clips,
      clipAnimations,
      jointNodes: tree?.nodes ?? [],
      restMatrices: packMatrices(binding?.rest ?? []),
      parts,
    },
  };
}

/** The document with the counts that its Draco data really has. */
function correctCounts(gltf: GltfSource, { counts }: DecodedGltf, findings: Finding[]): GltfSource {
  if (counts.size === 0) return gltf;
  const json = structuredClone(gltf.json);
  for (const [index, count] of counts) {
    json.accessors![index].count = count;
    // Bounds stay: a superset or a rounding of what is there.
    delete json.accessors![index].sparse;
  }
  findings.push({
    code: 'draco-counts',
    severity: 'warning',
    message: `${counts.size} accessors have another count than their Draco data`,
    fix: 'nothing to do: the data decides; write the file to store the right counts',
  });
  return { ...gltf, json };
}

function makeSkeleton(
  json: GltfJson,
  tree: JointTree,
  rest: readonly Matrix4[],
  findings: Finding[],
): Skeleton {
  const count = tree.nodes.length;
  const given = tree.nodes.map((node, j) => (node < 0 ? 'root' : json.nodes![node].name || `joint${j}`));
  const names = uniqueNames(given);
  const renamed = names.flatMap((name, j) => (name === given[j] ? [] : [j]));
  if (renamed.length > 0) {
    findings.push({
      code: 'duplicate-joint-names',
      severity: 'warning',
      message: `${renamed.length} joints share a name with another (first: "${given[renamed[0]]}")`,
      fix: 'nothing to do: a number is put behind the name',
      kind: 'joint',
      elements: renamed.slice(0, 200),
      count: renamed.length,
    });
  }
  const positions = new Float32Array(count * 3);
  const frames = new Float32Array(count * 4);
  for (const [j, matrix] of rest.entries()) {
    for (let k = 0; k < 3; k++) positions[j * 3 + k] = matrix[12 + k];
    if (!polarRotationInto(frames, j * 4, linearPart(matrix))) frames[j * 4 + 3] = 1;
  }
  requireInput(
    positions.every(Number.isFinite),
    'io/gltf: the joints lie beyond all numbers, their rest positions are not finite; repair the nodes',
  );
  return { names, parents: tree.parents, rest: positions, frames };
}

/** Puts `_2`, `_3` … behind names that are taken. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const wanted = new Set(names);
  // Where counting goes on: thousands of joints of one name would otherwise all begin at 2.
  const next = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let n = next.get(name) ?? 2;
    for (; taken.has(unique) || (unique !== name && wanted.has(unique)); n++) unique = `${name}_${n}`;
    next.set(name, n);
    taken.add(unique);
    return unique;
  });
}

function packMatrices(matrices: readonly Matrix4[]): Float64Array {
  const out = new Float64Array(matrices.length * 16);
  for (const [i, matrix] of matrices.entries()) out.set(matrix, i * 16);
  return out;
}
