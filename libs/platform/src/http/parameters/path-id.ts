import { idIn } from '@app/kernel';

/** An id in a path. @throws what `unknown` makes, for a text that cannot be an id */
export function pathId(text: string, unknown: () => Error): number {
  const id = idIn(text);
  if (id === null) throw unknown();
  return id;
}
