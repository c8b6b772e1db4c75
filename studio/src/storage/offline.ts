/** @file Makes the studio work without a network from the next visit on. Asked for when all else is quiet. */

/** How long after the first creature is shown, milliseconds: its pose space comes first. */
const QUIET = 8000;

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // A browser that refuses (a private window, a full disk) has a studio that needs its network.
    navigator.serviceWorker.register('sw.js').catch(() => undefined);
  }, QUIET);
}
