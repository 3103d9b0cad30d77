/** An id in a path. @throws what `unknown` makes, for what can be nobody's id */
export function pathId(text: string, unknown: () => Error): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id)) throw unknown();
  return id;
}
