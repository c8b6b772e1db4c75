/** @file Adam (Kingma and Ba 2015) on an array of numbers, with a rate of its own for every number. */

/** What Adam remembers; plain data, so that a run can be resumed. */
export interface AdamState {
  /** Steps so far. */
  step: number;
  readonly mean: Float64Array;
  readonly square: Float64Array;
}

const FIRST = 0.9;
const SECOND = 0.99;
const EPSILON = 1e-12;

export const createAdam = (size: number): AdamState => ({
  step: 0,
  mean: new Float64Array(size),
  square: new Float64Array(size),
});

/** Moves `values` against `gradient` by at most about `rate(i)` each. */
export function adamStepInto(
  values: Float64Array,
  state: AdamState,
  gradient: Float64Array,
  rate: (index: number) => number,
): void {
  state.step++;
  const [first, second] = [1 - FIRST ** state.step, 1 - SECOND ** state.step];
  for (let i = 0; i < values.length; i++) {
    state.mean[i] = FIRST * state.mean[i] + (1 - FIRST) * gradient[i];
    state.square[i] = SECOND * state.square[i] + (1 - SECOND) * gradient[i] ** 2;
    values[i] -= (rate(i) * (state.mean[i] / first)) / (Math.sqrt(state.square[i] / second) + EPSILON);
  }
}
