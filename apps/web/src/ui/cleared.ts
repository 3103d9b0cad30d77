/** A field after its text was accepted: empty, unless the user has typed something else since. */
export const clearedIfUnchanged = (sent: string) => (now: string) => (now === sent ? '' : now);

/** As `clearedIfUnchanged`, for the fields of a form that are kept together. */
export const allClearedIfUnchanged =
  <Values extends Readonly<Record<string, string>>>(sent: Values, empty: Values) =>
  (now: Values): Values => {
    const typed = Object.entries(now).filter(([key, text]) => text !== sent[key]);
    return { ...empty, ...Object.fromEntries(typed) };
  };
