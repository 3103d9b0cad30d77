/** The languages of pages for readers whose own language is not known yet. */
const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Longer headers are cut: browsers send some dozens of characters. */
const LONGEST = 1_000;

/** The language that a browser prefers among ours; English where it names none. @param accepted its header `Accept-Language` */
export function languageOf(accepted = ''): Language {
  const preferences = accepted
    .slice(0, LONGEST)
    .split(',')
    .map((preference) => {
      const [range = '', ...parameters] = preference.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { primary: range.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { primary } of preferences) {
    const language = LANGUAGES.find((one) => one === primary);
    if (language) return language;
  }
  return 'en';
}
