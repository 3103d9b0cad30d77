import { useLayoutEffect, useRef } from 'preact/hooks';

/** As browsers on Android have it. TypeScript does not know it yet. */
interface Watcher extends EventTarget {
  destroy(): void;
}
type WithWatchers = typeof globalThis & { readonly CloseWatcher?: new () => Watcher };

/** What is open is closed by the back gesture of a phone, which would lead to another view otherwise. */
export function useBackGesture(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const { CloseWatcher } = globalThis as WithWatchers;
    if (!CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => latest.current());
    return () => watcher.destroy();
  }, []);
}
