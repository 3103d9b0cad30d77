const plural = new Intl.PluralRules('de');

export const count = (n: number, one: string, other: string): string =>
  `${n} ${plural.select(n) === 'one' ? one : other}`;
