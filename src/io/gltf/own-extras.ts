/** @file What posespace keeps in a document beside its records: `extras.posespace`, of which other programs leave all as it is. */

/** Anything of a document that has extras: the document itself, a skin, an animation. */
export interface Extended {
  extras?: unknown;
}

/** What posespace keeps under a name; undefined where there is nothing. */
export const readOwn = ({ extras }: Extended, name: string): unknown =>
  asRecord(asRecord(extras).posespace)[name];

/** The same with another value under a name; undefined removes it. What others keep there stays. */
export function withOwn<T extends Extended>(holder: T, name: string, value: unknown): T {
  if (value === undefined && readOwn(holder, name) === undefined) return holder;
  const { extras, ...bare } = holder;
  const { posespace, ...others } = asRecord(extras);
  const { [name]: _, ...rest } = asRecord(posespace);
  const ours = value === undefined ? rest : { ...rest, [name]: value };
  const next = Object.keys(ours).length > 0 ? { ...others, posespace: ours } : others;
  return (Object.keys(next).length > 0 ? { ...bare, extras: next } : bare) as T;
}

/** An object as a record; empty for anything else. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
