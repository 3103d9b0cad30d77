import { en, Words } from './generated/en';

/** The words of the user's language. */
export let t: Words = en;

/** The language for dates and lists. */
export let locale = 'en';

/** Languages besides English, loaded when a user has set them. */
const LANGUAGES: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./generated/de')).de,
};

/** Names one after the other, with the language's word for "and". */
export const listOf = (names: readonly string[]): string => new Intl.ListFormat(locale).format(names);

/** Takes up a language, by the word of the setting `default_language`: before views are drawn. */
export async function speak(language: string): Promise<void> {
  const [base = 'en'] = language.toLowerCase().split('-');
  if (base === locale) return;
  const words = await LANGUAGES[base]?.().catch(() => null); // a new version may have taken it away
  t = words ?? en;
  locale = words ? base : 'en';
  document.documentElement.lang = locale;
}
