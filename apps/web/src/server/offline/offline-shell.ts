import { whenIdle } from '../idle';

const ADDRESS = '/service-worker.js';

/**
 * Has the page and its files kept, so that the client begins without a network. Browsers offer that at secure addresses only.
 * Called when the first view is there, so that it is not slower for that.
 */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(() => void navigator.serviceWorker.register(trusted(ADDRESS)).catch(() => undefined)); // no storage
}

/** For the user who logs out: neither the page nor its files stay. */
export async function forgetShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** The page's policy takes addresses of scripts from here alone. */
function trusted(address: typeof ADDRESS): string {
  const policy = window.trustedTypes?.createPolicy('parley', { createScriptURL: (url) => url });
  return (policy?.createScriptURL(address) ?? address) as string;
}
