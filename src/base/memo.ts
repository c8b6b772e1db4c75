/**
 * @file Values that are computed from a record on first use and kept in it: the record says that it holds them, copies of
 * it share them, and they end with it.
 */

/** A record that keeps what is computed from it. */
export interface Remembering {
  /** Values by the function that computes them. */
  readonly memo: Map<unknown, unknown>;
}

/** What `compute` makes of a record, computed once. */
export function recall<Body extends Remembering, Value>(body: Body, compute: (body: Body) => Value): Value {
  if (!body.memo.has(compute)) body.memo.set(compute, compute(body));
  return body.memo.get(compute) as Value;
}
