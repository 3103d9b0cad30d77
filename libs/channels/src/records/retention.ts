/** The protocol's value for unlimited retention. */
const UNLIMITED_RETENTION = -1;

const WORDS: Readonly<Record<string, number | null>> = { realm_default: null, unlimited: UNLIMITED_RETENTION };
const MAX_DAYS = 2 ** 31 - 1;

/**
 * The days that a word or number in a request means; `null`: the organization's value; `undefined`: invalid. Words may
 * be in JSON quotes.
 */
export function retentionDays(text: string): number | null | undefined {
  const word = text.replace(/^"(.*)"$/, '$1');
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const days = Number(text);
  return days <= MAX_DAYS ? days : undefined;
}
