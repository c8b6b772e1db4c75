/**
 * @file Parses rigs as text, the exchange format of RigNet that Puppeteer, UniRig and RigAnything write as well. A line
 * each: `joints <name> <x> <y> <z>`, `root <name>`, `hier <parent> <child>`, and for every vertex of the mesh that the
 * rig was made for `skin <vertex> <joint> <weight> …`. Lines come in any order.
 *
 * Facts from RigNet's description of its output (zhan-xu/RigNet, README).
 */

import { PosespaceError } from '../../base/errors.js';
import type { Skeleton, Skin } from '../../rig/rig-records.js';
import { checkByteLimit, checkElementLimit, type ReadLimits } from '../limits.js';
import { scanText, type TextScanner } from './text-scanner.js';
import { setInfluences } from './vertex-influences.js';

/** A rig without its mesh. */
export interface RigText {
  readonly skeleton: Skeleton;
  /** Of the mesh that the rig was made for; absent where the file has none. */
  readonly skin?: Skin;
}

/** Influences of a vertex that are kept: the strongest. */
const INFLUENCES = 4;
/** Joints below each other; deeper ones are no skeleton. */
const MAX_DEPTH = 512;
/** Beyond this a coordinate is no position. */
const MAX_VALUE = 1e18;

interface Draft {
  readonly names: string[];
  readonly places: number[];
  readonly numbers: Map<string, number>;
  /** Parent and child by name: joints may be declared later. */
  readonly bones: (readonly [string, string])[];
  /** Vertices with where their influences begin; joints by name. */
  readonly vertices: number[];
  readonly starts: number[];
  readonly joints: string[];
  readonly weights: number[];
  root?: string;
}

/** Parses a rig. */
export function parseRigText(bytes: Uint8Array, limits: ReadLimits): RigText {
  checkByteLimit(bytes.length, limits);
  const scanner = scanText(bytes);
  const draft: Draft = {
    names: [],
    places: [],
    numbers: new Map(),
    bones: [],
    vertices: [],
    starts: [],
    joints: [],
    weights: [],
  };
  while (scanner.nextLine()) readLine(scanner, draft, limits);
  if (draft.names.length === 0) throw broken('there is no joint');
  const { skeleton, order } = orderJoints(draft);
  if (draft.vertices.length === 0) return { skeleton };
  return { skeleton, skin: readSkin(draft, order, limits) };
}

const broken = (what: string, line?: number): PosespaceError =>
  new PosespaceError(
    'bad-input',
    `io/parseRigText: ${line === undefined ? '' : `line ${line}: `}${what}; a rig has lines like "joints hips 0 1 0", "root hips", "hier hips spine"`,
  );

function readLine(scanner: TextScanner, draft: Draft, limits: ReadLimits): void {
  const { line } = scanner;
  const key = scanner.word();
  const name = () => scanner.word() || fail('a name is missing');
  const fail = (what: string): never => {
    throw broken(what, line);
  };
  switch (key) {
    case 'joints': {
      const joint = name();
      if (draft.numbers.has(joint)) fail(`joint "${joint.slice(0, 40)}" is there twice`);
      if (draft.names.length >= limits.maxNodes) fail(`more than ${limits.maxNodes} joints`);
      draft.numbers.set(joint, draft.names.length);
      draft.names.push(joint);
      for (let k = 0; k < 3; k++) {
        const value = Math.fround(scanner.number());
        if (!(Math.abs(value) < MAX_VALUE)) fail(`joint "${joint.slice(0, 40)}" has no position`);
        draft.places.push(value);
      }
      break;
    }
    case 'root':
      if (draft.root !== undefined) fail('there is a second root');
      draft.root = name();
      break;
    case 'hier':
      draft.bones.push([name(), name()]);
      break;
    case 'skin': {
      const vertex = scanner.number();
      if (!Number.isInteger(vertex) || vertex < 0) fail('a skin line has no vertex number');
      checkElementLimit('vertices', vertex + 1, limits);
      draft.vertices.push(vertex);
      draft.starts.push(draft.joints.length);
      while (!scanner.ended()) {
        draft.joints.push(scanner.word());
        const weight = scanner.number();
        if (!(weight >= 0 && weight < MAX_VALUE)) fail('a weight is no number from 0');
        draft.weights.push(weight);
      }
      break;
    }
    default:
      if (!key.startsWith('#')) fail(`"${key.slice(0, 40)}" is no statement`);
  }
}

/** Parents before children, and the new number of each joint. */
function orderJoints(draft: Draft): { skeleton: Skeleton; order: Int32Array } {
  const { names, places, numbers, bones } = draft;
  const find = (name: string) => {
    const joint = numbers.get(name);
    if (joint === undefined) throw broken(`joint "${name.slice(0, 40)}" is not declared`);
    return joint;
  };
  const parents = new Int32Array(names.length).fill(-1);
  const children: number[][] = names.map(() => []);
  for (const [parent, child] of bones) {
    const [p, c] = [find(parent), find(child)];
    if (parents[c] >= 0) throw broken(`joint "${child.slice(0, 40)}" has two parents`);
    parents[c] = p;
    children[p].push(c);
  }
  const root = draft.root === undefined ? parents.indexOf(-1) : find(draft.root);
  if (root < 0 || parents[root] >= 0) throw broken('the root has a parent');
  const order = new Int32Array(names.length).fill(-1);
  const sorted: number[] = [];
  const depths = new Int32Array(names.length);
  const stack = [root];
  while (stack.length > 0) {
    const joint = stack.pop() as number;
    if (depths[joint] > MAX_DEPTH) throw broken(`joints are nested more than ${MAX_DEPTH} deep`);
    order[joint] = sorted.length;
    sorted.push(joint);
    for (let i = children[joint].length - 1; i >= 0; i--) {
      depths[children[joint][i]] = depths[joint] + 1;
      stack.push(children[joint][i]);
    }
  }
  const lost = order.indexOf(-1);
  if (lost >= 0) throw broken(`joint "${names[lost].slice(0, 40)}" does not descend from the root`);
  const frames = new Float32Array(sorted.length * 4);
  for (let j = 3; j < frames.length; j += 4) frames[j] = 1;
  return {
    skeleton: {
      names: sorted.map((j) => names[j]),
      parents: Int16Array.from(sorted, (j) => (parents[j] < 0 ? -1 : order[parents[j]])),
      rest: Float32Array.from(sorted.flatMap((j) => places.slice(j * 3, j * 3 + 3))),
      frames,
    },
    order,
  };
}

/** Rows of all vertices; one without weights follows the root. */
function readSkin(draft: Draft, order: Int32Array, limits: ReadLimits): Skin {
  const { numbers, vertices, starts, joints, weights } = draft;
  const count = vertices.reduce((most, vertex) => Math.max(most, vertex), -1) + 1;
  // Every vertex has a line of its own, so a large number cannot stand for many of them.
  if (count > vertices.length)
    throw broken(`vertex ${count - 1} is named, but there are ${vertices.length} lines`);
  checkElementLimit('weights', count * INFLUENCES, limits);
  const skin = {
    joints: new Uint16Array(count * INFLUENCES),
    weights: new Float32Array(count * INFLUENCES),
    influenceCount: INFLUENCES,
  };
  vertices.forEach((vertex, i) => {
    const end = starts[i + 1] ?? joints.length;
    const row: [number, number][] = [];
    for (let k = starts[i]; k < end; k++) {
      const joint = numbers.get(joints[k]);
      if (joint === undefined) throw broken(`joint "${joints[k].slice(0, 40)}" is not declared`);
      row.push([order[joint], weights[k]]);
    }
    row.sort(([a], [b]) => a - b);
    setInfluences(skin, vertex, row);
  });
  return skin;
}
