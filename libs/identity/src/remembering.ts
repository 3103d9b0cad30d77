/**
 * The limit of cached answers. Lists of thousands of users are shown often, and some derived values cost more than the
 * rest.
 */
const MOST_REMEMBERED = 50_000;

/** Returns a function that caches its answers, up to a limit. */
export function remembering<Key, Answer>(work: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = work(key);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, answer);
    return answer;
  };
}
