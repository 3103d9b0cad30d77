/** Lists of thousands of users are shown again and again: working some things out costs more than all the rest. */
const MOST_REMEMBERED = 50_000;

/** The same function, which works each answer out once, more or less. */
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
