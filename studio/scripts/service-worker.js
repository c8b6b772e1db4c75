/**
 * @file The service worker: the studio without a network, once it was opened with one. The build puts a list before it:
 * `FILES`, all files of the build, and `VERSION`, a hash of them.
 *
 * Files under assets/ carry their hash in their name and are taken from the cache; all others are asked for first, so a
 * new version is seen at once. Nothing of the user passes through here but `open*`, which is never kept.
 */

const PREFIX = 'posespace-';
const CACHE = PREFIX + VERSION;
const ROOT = new URL('./', self.location.href);

/** Threads need an isolated page; where a host does not say so, this does, from the second visit on. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(ROOT.href)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path === 'open.json') event.respondWith(fetch(request).catch(() => Response.json({ files: [] })));
  else if (path.startsWith('open/')) return;
  else event.respondWith(path.startsWith('assets/') ? keptFirst(request) : askFirst(request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  const programs = FILES.filter((path) => path.endsWith('.wasm'));
  const others = FILES.filter((path) => !path.endsWith('.wasm'));
  await Promise.all(
    others.map((path) => keep(cache, path, path.startsWith('assets/') ? 'default' : 'no-cache')),
  );
  // Networks run in one of several large programs: the one that this browser has loaded is the one it will want.
  const had = await Promise.all(
    programs.map((path) => keep(cache, path, 'only-if-cached').catch(() => false)),
  );
  if (!had.includes(true)) for (const path of programs) await keep(cache, path, 'default');
}

async function keep(cache, path, how) {
  const url = new URL(path, ROOT);
  const response = await fetch(url, { cache: how, mode: 'same-origin' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(url, response);
  return true;
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

async function keptFirst(request) {
  return isolated((await keptCopy(request)) ?? (await fetch(request)));
}

async function askFirst(request) {
  try {
    return isolated(await fetch(request));
  } catch (error) {
    const copy = await keptCopy(request);
    if (copy) return isolated(copy);
    throw error;
  }
}

async function keptCopy(request) {
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
