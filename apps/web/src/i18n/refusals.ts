import { locale } from '.';

/** What the server says against requests, in the words of one language. The server speaks English. */
interface RefusalWords {
  /** By code, for messages that are not known here. */
  readonly codes: Readonly<Record<string, string>>;
  /** By message, `{}` for what differs. The words name it as `{0}`, `{1}` and so on. */
  readonly messages: Readonly<Record<string, string>>;
  /** What may stand at `{}` and has words of its own. */
  readonly parts: Readonly<Record<string, string>>;
}

const LANGUAGES: Readonly<Record<string, () => Promise<RefusalWords>>> = {
  de: async () => (await import('../../catalogues/refusals/de.json')).default,
};

/** The words for it in the user's language; as the server says it where there are none. */
export async function refusalWords(code: string, message: string): Promise<string> {
  const words = await LANGUAGES[locale]?.().catch(() => null); // a new version may have taken it away
  return words ? (wordsOf(words, message) ?? words.codes[code] ?? message) : message;
}

function wordsOf({ messages, parts }: RefusalWords, message: string): string | undefined {
  const same = messages[message];
  if (same !== undefined) return same;
  for (const key of Object.keys(messages)
    .filter((one) => one.includes('{}'))
    .sort(byKnownLetters)) {
    const found = patternOf(key).exec(message)?.slice(1);
    if (found)
      return messages[key]?.replace(
        /\{(\d)\}/g,
        (_, at: string) => parts[found[Number(at)] ?? ''] ?? found[Number(at)] ?? '',
      );
  }
  return undefined;
}

/** Of two patterns that fit, the one that says more is meant. */
const byKnownLetters = (one: string, other: string): number => lettersOf(other) - lettersOf(one);

const lettersOf = (key: string): number => key.replaceAll('{}', '').length;

const patternOf = (key: string): RegExp => {
  const literal = key.split('{}').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('(.+?)')}$`, 's');
};
