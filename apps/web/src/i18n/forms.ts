type Forms = { readonly other: string; readonly [form: string]: string };

/** What compiled messages ask of `Intl`, in one language. */
export function formsOf(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    number: (value: number): string => numbers.format(value),
    plural: (value: number, forms: Forms): string => forms[`=${value}`] ?? forms[rules.select(value)] ?? forms.other,
    select: (value: string, forms: Forms): string => forms[value] ?? forms.other,
  };
}
