/** Whether a statement may draw a transaction id, and hold back events from then on. */
export const isWrite = (text: string): boolean =>
  !/^\s*SELECT\b/i.test(text) || /\bFOR (NO KEY )?(UPDATE|SHARE)\b/i.test(text);
