/**
 * @file Values computed from records that never change, each once as long as its record lives: so that a selector gives the
 * same object again. Nothing here is state; what a record does not tell belongs into the document or the view.
 */

/** The function, computing a value once per record. */
export function remember<Source extends object, Value>(
  compute: (source: Source) => Value,
): (source: Source) => Value {
  const values = new WeakMap<Source, Value>();
  return (source) => {
    if (!values.has(source)) values.set(source, compute(source));
    return values.get(source) as Value;
  };
}
