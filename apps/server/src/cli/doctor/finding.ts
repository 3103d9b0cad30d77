/** What one look showed. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  /** What was looked at. */
  about: string;
  /** What is so. */
  is: string;
  /** What to do; nothing where all is well. */
  advice?: string;
}

export const ok = (about: string, is: string): Finding => ({ level: 'ok', about, is });
export const warning = (about: string, is: string, advice: string): Finding => ({
  level: 'warning',
  about,
  is,
  advice,
});
export const problem = (about: string, is: string, advice: string): Finding => ({
  level: 'problem',
  about,
  is,
  advice,
});

/** A measure that is fine up to one bound and bad beyond another. */
export function judged(
  about: string,
  is: string,
  value: number,
  bounds: { warning: number; problem: number },
  advice: string,
): Finding {
  if (value >= bounds.problem) return problem(about, is, advice);
  return value >= bounds.warning ? warning(about, is, advice) : ok(about, is);
}
