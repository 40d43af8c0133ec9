// Keeps the program's own unchanging files (hashed code, fonts, texts), so that a page that is open finds them after a release.
// Pages, /api and /geoserver pass untouched: nothing of anybody's data is ever kept here.
const KEPT = /^\/(?:_next\/static|fonts|texts)\//;
const CACHE = `static-${new URL(self.location.href).searchParams.get('v') || 'none'}`;
/** How often a page view asks whether this worker should still be here, in ms. */
const ASK_EVERY = 30_000;
let asked = 0;

async function forget(but) {
  for (const name of await caches.keys()) if (name !== but) await caches.delete(name);
}

/** The kill switch: works even where the pages' own code does not. */
async function obey() {
  if (Date.now() - asked < ASK_EVERY) return;
  asked = Date.now();
  try {
    const answer = await fetch('/version', { cache: 'no-store' });
    if (!answer.ok || (await answer.json()).worker !== false) return;
    await self.registration.unregister();
    await forget();
  } catch {
    // Not reached: as before.
  }
}

async function fromCache(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  // A full disk must not cost the page its file.
  if (answer.status === 200 && answer.type === 'basic') cache.put(request, answer.clone()).catch(() => {});
  return answer;
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(forget(CACHE).then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') return event.waitUntil(obey());
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || !KEPT.test(pathname)) return;
  if (request.headers.has('range')) return;
  event.respondWith(fromCache(request));
});
