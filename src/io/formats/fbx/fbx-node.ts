/**
 * @file The tree that both encodings of FBX hold: records with a name, values and records inside.
 */

export type FbxNumbers = Float64Array | Float32Array | Int32Array | Uint8Array;
/** A bigint only where the number would not be exact. */
export type FbxValue = number | bigint | boolean | string | FbxNumbers;

export interface FbxNode {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxNode[];
}

export interface FbxDocument {
  /** 7400 is FBX 7.4. */
  readonly version: number;
  readonly children: readonly FbxNode[];
}

/** The first record of a name. */
export function findChild(
  node: { readonly children: readonly FbxNode[] } | undefined,
  name: string,
): FbxNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** The numbers of a record, whether it holds an array or lists them; empty where there is no such record. */
export function numbersOf(node: FbxNode | undefined): FbxNumbers {
  const first = node?.values[0];
  if (typeof first === 'object') return first;
  return Float64Array.from(node?.values.filter((value) => typeof value === 'number') ?? []);
}

/** The first value of a record as text, or ''. */
export function textOf(node: FbxNode | undefined): string {
  const first = node?.values[0];
  return typeof first === 'string' ? first : '';
}

/** The first value as a number, or the fallback where there is none or it is not finite. */
export function numberOf(values: readonly FbxValue[] | undefined, fallback: number): number {
  const value = Number(values?.[0] ?? Number.NaN);
  return Number.isFinite(value) ? value : fallback;
}
