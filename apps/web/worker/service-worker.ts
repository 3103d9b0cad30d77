export {};
declare const self: ServiceWorkerGlobalScope;
/** The files of this release that a reader may need without a network; put in by the build. */
declare const FILES: readonly string[];

/**
 * Keeps the page and its files, so that the client begins without a network. The page is always asked for first, so a new
 * release is never held back; files have hashes in their names. Nothing else is touched: requests of the API pass by.
 */
const PAGE = '/';
const FOLDER = '/app/';
const PAGE_CACHE = 'parley page';
/** Followed by what tells releases apart. */
const FILE_CACHE = 'parley files ';
const OWN_CACHE = FILE_CACHE + FILES.join(' ');
/** Tabs with the release before this one load the rest of its parts. */
const RELEASES = 2;
/** What a proxy answers while the server is away. */
const AWAY = new Set([502, 503, 504]);
/** The page of a user who is logged in says whose data the browser keeps. */
const OWNED = 'data-owner="';

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(page(event));
  else if (pathname.startsWith(FOLDER)) event.respondWith(file(event));
});

async function install(): Promise<void> {
  const cache = await caches.open(OWN_CACHE);
  await cache.addAll(FILES.map((name) => FOLDER + name));
  await keepPage(await fetch(PAGE));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILE_CACHE));
  for (const name of names.slice(0, -RELEASES)) await caches.delete(name);
  await self.clients.claim();
}

async function page({ request }: FetchEvent): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (!AWAY.has(answer.status)) {
      await keepPage(answer.clone());
      return answer;
    }
    return (await keptPage()) ?? answer;
  } catch (error) {
    const kept = await keptPage();
    if (!kept) throw error;
    return kept;
  }
}

const keptPage = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: PAGE_CACHE, ignoreVary: true });

/** What is shown to users who are not logged in ends what was kept. */
async function keepPage(answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return;
  const cache = await caches.open(PAGE_CACHE);
  const isOwned = (await answer.clone().text()).includes(OWNED);
  await (isOwned ? cache.put(PAGE, answer) : cache.delete(PAGE)).catch(() => undefined); // the storage is full
}

async function file(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keepFile(event.request, answer.clone()));
  return answer;
}

async function keepFile(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(OWN_CACHE);
  await cache.put(request, answer).catch(() => undefined); // the storage is full
}
