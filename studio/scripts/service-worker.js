/**
 * @file The service worker: the studio works offline after the first visit. The build prepends `FILES`, the list of its
 * files, and `VERSION`, a hash of them.
 *
 * Files under assets/ have their hash in their name and are served from the cache; all others are fetched first, so a
 * new version appears at once. Files of the user (`open*`) are never cached.
 */

const PREFIX = 'posespace-';
const CACHE = PREFIX + VERSION;
const ROOT = new URL('./', self.location.href);

/** Threads need a cross-origin isolated page; where the host does not send these headers, they are added here from the second visit on. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

self.addEventListener('install', (event) => event.waitUntil(cacheAll()));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(ROOT.href)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path === 'open.json') event.respondWith(fetch(request).catch(() => Response.json({ files: [] })));
  else if (path.startsWith('open/')) return;
  else event.respondWith(path.startsWith('assets/') ? cacheFirst(request) : networkFirst(request));
});

/** Runtimes and networks: large, and only those that this browser uses are needed. */
const isHeavy = (path) => path.endsWith('.wasm') || path.startsWith('models/');

/** The page, and of the heavy files those that it has loaded; others are added when they are first used. */
async function cacheAll() {
  const cache = await caches.open(CACHE);
  const light = FILES.filter((path) => !isHeavy(path));
  await Promise.all(
    light.map((path) => addToCache(cache, path, path.startsWith('assets/') ? 'default' : 'no-cache')),
  );
  const heavy = FILES.filter(isHeavy);
  await Promise.all(heavy.map((path) => addToCache(cache, path, 'only-if-cached').catch(() => false)));
}

async function addToCache(cache, path, how) {
  const url = new URL(path, ROOT);
  const response = await fetch(url, { cache: how, mode: 'same-origin' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(url, response);
  return true;
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

async function cacheFirst(request) {
  return isolated((await cachedCopy(request)) ?? (await fetchAndKeep(request)));
}

/** Fetches a file; one of the studio's own is kept for offline use. */
async function fetchAndKeep(request) {
  const response = await fetch(request);
  const path = new URL(request.url).pathname.slice(ROOT.pathname.length);
  if (response.ok && isHeavy(path) && FILES.includes(path)) {
    const cache = await caches.open(CACHE);
    // A full disk is no reason to fail.
    await cache.put(new URL(path, ROOT), response.clone()).catch(() => undefined);
  }
  return response;
}

async function networkFirst(request) {
  try {
    return isolated(await fetchAndKeep(request));
  } catch (error) {
    const copy = await cachedCopy(request);
    if (copy) return isolated(copy);
    throw error;
  }
}

async function cachedCopy(request) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === 'navigate';
  return cache.match(isPage ? new URL('index.html', ROOT) : request, {
    ignoreSearch: true,
    ignoreVary: true,
  });
}

function isolated(response) {
  if (!response.ok || response.headers.has('Cross-Origin-Embedder-Policy')) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
