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

async function cacheAll() {
  const cache = await caches.open(CACHE);
  const programs = FILES.filter((path) => path.endsWith('.wasm'));
  const others = FILES.filter((path) => !path.endsWith('.wasm'));
  await Promise.all(
    others.map((path) => addToCache(cache, path, path.startsWith('assets/') ? 'default' : 'no-cache')),
  );
  // There are several large WASM runtimes: only the one that this browser has loaded is needed.
  const had = await Promise.all(
    programs.map((path) => addToCache(cache, path, 'only-if-cached').catch(() => false)),
  );
  if (!had.includes(true)) for (const path of programs) await addToCache(cache, path, 'default');
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
  return isolated((await cachedCopy(request)) ?? (await fetch(request)));
}

async function networkFirst(request) {
  try {
    return isolated(await fetch(request));
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
