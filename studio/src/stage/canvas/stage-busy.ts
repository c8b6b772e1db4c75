/** @file Whether a hand is on the stage right now: then frames matter more than pixels. */

const listeners = new Set<(busy: boolean) => void>();

export function setStageBusy(busy: boolean): void {
  for (const listener of listeners) listener(busy);
}

export function onStageBusy(listener: (busy: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
