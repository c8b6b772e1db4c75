/**
 * @file The records of neural networks: tensors in, tensors out. Plain, so that a function can stand in for a
 * network in tests.
 */

/** Numbers in the order of C: the last dimension runs fastest. */
export interface Tensor {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}

/** Tensors by the names that the network gives its inputs and outputs. */
export type Tensors = Readonly<Record<string, Tensor>>;

export interface Network {
  /** Evaluates the network. Calls may overlap; they are answered in order. */
  run(inputs: Tensors): Promise<Tensors>;
  /** Frees the memory; the network cannot run afterwards. */
  close(): Promise<void>;
}

/** A tensor of single precision. */
export const floats = (data: Float32Array, ...dims: number[]): Tensor => ({ data, dims });

/** A tensor of whole numbers. */
export const integers = (data: ArrayLike<number>, ...dims: number[]): Tensor => ({
  data: BigInt64Array.from({ length: data.length }, (_, i) => BigInt(data[i])),
  dims,
});
