import { useEffect, useState } from 'preact/hooks';
import { locale } from '../i18n';
import { en, Words } from '../i18n/generated/settings/en';

/** The words of the settings in the user's language. */
export let s: Words = en;
let spoken = 'en';

const LANGUAGES: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('../i18n/generated/settings/de')).de,
};

/** Whether the words are there; they come with the first view of the settings. */
export function useWords(): boolean {
  const [, setSpoken] = useState(spoken);
  const language = locale;
  useEffect(() => {
    if (spoken === language) return;
    const take = (words: Words | null | undefined) => {
      s = words ?? en;
      spoken = language;
      setSpoken(language);
    };
    void (LANGUAGES[language]?.() ?? Promise.resolve(en)).then(take, () => take(null));
  }, [language]);
  return spoken === language;
}

/** The words of something that has a name in the protocol: a setting, one of its choices, a section. */
export function wordsOf(name: string): string | undefined {
  const words: unknown = Object.hasOwn(s, name) ? s[name as keyof Words] : undefined;
  return typeof words === 'string' ? words : undefined;
}

/** The title of a section. @param section as links name it */
export const titleOf = (section: string): string => wordsOf(`section_${section.replaceAll('-', '_')}`) ?? section;
