/**
 * The limit of cached values. Lists of thousands of users are shown often, and some derived values cost more than the
 * rest.
 */
const MAX_VALUES = 50_000;

/** Returns a function that caches its values, up to a limit. */
export function memoized<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = work(key);
    if (known.size >= MAX_VALUES) known.clear();
    known.set(key, value);
    return value;
  };
}
