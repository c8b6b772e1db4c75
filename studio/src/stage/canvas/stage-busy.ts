/** @file Whether the stage is being dragged: then the frame rate matters more than the resolution. */

const listeners = new Set<(busy: boolean) => void>();

export function setStageBusy(busy: boolean): void {
  for (const listener of listeners) listener(busy);
}

export function onStageBusy(listener: (busy: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
