import { useEffect, useState } from 'preact/hooks';

interface Loaded<T> {
  /** `null`: not here yet, or the server could not be reached. */
  readonly value: T | null;
  reload(): void;
}

/** What the snapshot does not contain. @param reason it is asked for again when this changes */
export function useLoaded<T>(ask: () => Promise<T>, reason: string): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [nth, setNth] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const take = (answer: T) => isWanted && setValue(() => answer);
    void ask().then(take, () => undefined);
    return () => void (isWanted = false);
  }, [reason, nth]);
  return { value, reload: () => setNth((last) => last + 1) };
}

/** What no event tells of is asked for so often while it is on the screen. */
const PERIOD_MS = 10_000;

/** As `useLoaded`, again and again. */
export function useWatched<T>(ask: () => Promise<T>, reason: string): Loaded<T> {
  const loaded = useLoaded(ask, reason);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && loaded.reload(), PERIOD_MS);
    return () => clearInterval(timer);
  }, [reason]);
  return loaded;
}
