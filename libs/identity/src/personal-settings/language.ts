/** The languages of the clients, by their tags. */
const TAGS = [
  'ar be bg bn bqi ca cs cy da de el en en-gb eo es et eu fa fi fr ga gl gu he hi hr hu id it ja ka kk ko lt lv ml mn',
  'my nb nl nn pl pt pt-br pt-pt ro ru sco si sk sl sr sv ta th tl tr uk ur uz vi zh-hans zh-hant zh-tw',
].flatMap((line) => line.split(' '));

export const LANGUAGES: ReadonlySet<string> = new Set(TAGS);

/** The name of a language in that language, such as `Deutsch`. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
}
