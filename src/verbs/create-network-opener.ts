/** @file Opens networks once per folder and keeps them, as every mesh can share one. */

/** An open network, which is left open; its files; or the folder or address to load it from. */
export type NetworkSource<Model, Files> = Model | Files | string | URL;

/** A function that opens a network, by default the one that ships with the package. */
export function createNetworkOpener<Model extends { close(): unknown }, Files extends { card: unknown }>(
  load: (address?: string | URL) => Promise<Files>,
  open: (files: Files) => Promise<Model>,
): (source?: NetworkSource<Model, Files>) => Promise<Model> {
  const opened = new Map<string | Files, Promise<Model>>();
  return (source) => {
    if (typeof source === 'object' && 'close' in source) return Promise.resolve(source);
    const files = typeof source === 'object' && 'card' in source ? source : undefined;
    const key = files ?? `${source ?? ''}`;
    const known = opened.get(key);
    if (known) return known;
    const opening = (async () => open(files ?? (await load(source as string | URL | undefined))))();
    opened.set(key, opening);
    opening.catch(() => opened.delete(key));
    return opening;
  };
}
