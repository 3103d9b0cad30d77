/** Kinds of custom profile fields, by their numbers in the protocol. */
export const FIELD_KINDS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
export const OF_OPTIONS = 3;
export const EXTERNAL_ACCOUNT = 7;
/** An external account of a site that the server does not know. */
export const CUSTOM_SITE = 'custom';

type Options = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

/** The options of a field, one a line. @param data as the server keeps it */
export function optionsIn(data: string): string {
  if (data === '') return '';
  const options = JSON.parse(data) as Options;
  return Object.values(options)
    .sort((one, other) => Number(one.order) - Number(other.order))
    .map(({ text }) => text)
    .join('\n');
}

/**
 * The options as the server takes them. An option keeps its key, so that what users chose stays chosen.
 * @param lines one option a line
 * @param before the options as the server keeps them; empty: a new field
 */
export function optionsOf(lines: string, before: string): Options {
  const known = before === '' ? [] : Object.entries(JSON.parse(before) as Options);
  const texts = [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean);
  const kept = known.filter(([, { text }]) => texts.includes(text));
  let next = Math.max(-1, ...known.map(([key]) => Number(key)).filter(Number.isInteger)) + 1;
  return Object.fromEntries(
    texts.map((text, at) => {
      const key = kept.find(([, option]) => option.text === text)?.[0] ?? String(next++);
      return [key, { text, order: String(at + 1) }];
    }),
  );
}
