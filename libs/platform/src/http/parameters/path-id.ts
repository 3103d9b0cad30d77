/** An id in a path. @throws what `unknown` makes, for a text that cannot be an id */
export function pathId(text: string, unknown: () => Error): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id)) throw unknown();
  return id;
}
