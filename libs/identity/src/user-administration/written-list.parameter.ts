/** A list in an answer whose items are JSON texts. */
export class WrittenList {
  constructor(readonly texts: readonly string[]) {}
}

/** Serialises an answer whose field `name` is a `WrittenList`, without parsing the items. */
export const withWritten =
  (name: string) =>
  (payload: unknown): string => {
    const { [name]: list, ...rest } = payload as Record<string, unknown>;
    if (!(list instanceof WrittenList)) return JSON.stringify(payload);
    return `${JSON.stringify(rest).slice(0, -1)},"${name}":[${list.texts.join(',')}]}`;
  };
