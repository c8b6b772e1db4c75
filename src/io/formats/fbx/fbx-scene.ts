/**
 * @file The objects of an FBX document and how they are connected, from the tree of records.
 */

import { PosespaceError, requireInput } from '../../../base/errors.js';
import type { ReadLimits } from '../../limits.js';
import { type FbxDocument, type FbxNode, type FbxValue, findChild } from './fbx-node.js';

export interface FbxObject {
  readonly id: string;
  /** Geometry, Model, Material, Texture, Video, Deformer, AnimationCurve … */
  readonly kind: string;
  /** Mesh, LimbNode, Null, Skin, Cluster … */
  readonly type: string;
  readonly name: string;
  readonly node: FbxNode;
  /** The values of each property, e.g. `Lcl Translation`. */
  readonly properties: ReadonlyMap<string, readonly FbxValue[]>;
}

export interface FbxLink {
  readonly object: FbxObject;
  /** The property of the target that the source drives, e.g. `DiffuseColor` or `d|X`; '' for a plain child. */
  readonly property: string;
}

export interface FbxScene {
  readonly objects: ReadonlyMap<string, FbxObject>;
  /** What is connected to an object. */
  childrenOf(object: FbxObject, kind: string): readonly FbxLink[];
  /** What an object is connected to. */
  parentsOf(object: FbxObject, kind: string): readonly FbxLink[];
  /** All objects of a kind, as they stand in the file. */
  ofKind(kind: string): readonly FbxObject[];
  /** The properties of the GlobalSettings. */
  readonly settings: ReadonlyMap<string, readonly FbxValue[]>;
}

/** Indexes a document. */
export function indexScene(document: FbxDocument, limits: ReadLimits): FbxScene {
  requireInput(
    document.version >= 7000,
    `io/readFbx: FBX version ${document.version / 1000}; only 7.0 and later are read, save it as FBX 7.4 or later`,
  );
  const objects = new Map<string, FbxObject>();
  const kinds = new Map<string, FbxObject[]>();
  for (const node of findChild(document, 'Objects')?.children ?? []) {
    const [id, name, type] = node.values;
    if (typeof id !== 'number' && typeof id !== 'bigint') continue;
    const object: FbxObject = {
      id: String(id),
      kind: node.name,
      type: typeof type === 'string' ? type : '',
      name: typeof name === 'string' ? tidyName(name) : '',
      node,
      properties: readProperties(node),
    };
    requireInput(
      !objects.has(object.id),
      `io/readFbx: the object id ${object.id} is there twice; export the file again`,
    );
    objects.set(object.id, object);
    const list = kinds.get(object.kind);
    if (list) list.push(object);
    else kinds.set(object.kind, [object]);
  }
  const modelCount = kinds.get('Model')?.length ?? 0;
  if (modelCount > limits.maxNodes) {
    throw new PosespaceError(
      'bad-input',
      `io/readFbx: the file has ${modelCount} nodes, the limit is ${limits.maxNodes}; raise maxNodes to read it`,
    );
  }
  const below = new Map<string, FbxLink[]>();
  const above = new Map<string, FbxLink[]>();
  const link = (map: Map<string, FbxLink[]>, key: string, to: FbxLink): void => {
    const list = map.get(key);
    if (list) list.push(to);
    else map.set(key, [to]);
  };
  for (const { name, values } of findChild(document, 'Connections')?.children ?? []) {
    if (name !== 'C' && name !== 'Connect') continue;
    const source = objects.get(String(values[1]));
    const target = objects.get(String(values[2]));
    if (!source || !target) continue;
    const property = typeof values[3] === 'string' ? values[3] : '';
    link(below, `${target.id} ${source.kind}`, { object: source, property });
    link(above, `${source.id} ${target.kind}`, { object: target, property });
  }
  return {
    objects,
    childrenOf: (object, kind) => below.get(`${object.id} ${kind}`) ?? [],
    parentsOf: (object, kind) => above.get(`${object.id} ${kind}`) ?? [],
    ofKind: (kind) => kinds.get(kind) ?? [],
    settings: readProperties(findChild(document, 'GlobalSettings')),
  };
}

/** Binary files write `Name\0\x01Model`, text files `Model::Name`. */
const tidyName = (name: string): string => name.replace(/\0[\s\S]*$/, '').replace(/^\w*::/, '');

/** `P: "Lcl Translation", "Lcl Translation", "", "A", 1, 2, 3`: the name, three words about the type, the values. */
function readProperties(node: FbxNode | undefined): Map<string, readonly FbxValue[]> {
  const properties = new Map<string, readonly FbxValue[]>();
  for (const { name, values } of findChild(node, 'Properties70')?.children ?? []) {
    if (name === 'P' && typeof values[0] === 'string') properties.set(values[0], values.slice(4));
  }
  return properties;
}

/** Three finite numbers of a property, or the fallback. */
export function vectorOf(
  properties: ReadonlyMap<string, readonly FbxValue[]>,
  name: string,
  fallback: readonly number[],
): readonly number[] {
  const values = properties.get(name)?.slice(0, 3).map(Number);
  return values?.length === 3 && values.every((value) => Math.abs(value) < 1e18) ? values : fallback;
}
