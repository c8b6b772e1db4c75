/**
 * @file The pieces of an FBX document that is being written: records, properties, objects and connections.
 */

import type { FbxOutputNode, FbxOutputValue } from './encode-fbx-binary.js';

export const node = (
  name: string,
  values: readonly FbxOutputValue[] = [],
  children: readonly FbxOutputNode[] = [],
): FbxOutputNode => ({
  name,
  values,
  children,
});
export const property = (
  name: string,
  type: string,
  label: string,
  flag: string,
  ...values: FbxOutputValue[]
): FbxOutputNode => node('P', [name, type, label, flag, ...values]);
export const doubles = (values: ArrayLike<number>): FbxOutputValue[] =>
  Array.from(values, (double) => ({ double }));
export const named = (name: string, kind: string): string => `${name}\0\x01${kind}`;

/** Objects and connections while they are collected. */
export interface Draft {
  readonly objects: FbxOutputNode[];
  readonly connections: FbxOutputNode[];
  /** A new object's id. */
  nextId(): bigint;
}

export function addObject(
  draft: Draft,
  kind: string,
  label: string,
  type: string,
  children: readonly FbxOutputNode[],
): bigint {
  const id = draft.nextId();
  draft.objects.push(node(kind, [id, label, type], children));
  return id;
}

export const connect = (draft: Draft, from: bigint, to: bigint, target?: string): void => {
  draft.connections.push(node('C', target === undefined ? ['OO', from, to] : ['OP', from, to, target]));
};
