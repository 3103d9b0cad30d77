/** Where attributes or claims of a person go. */
export interface AttributeMap {
  /** `null`: the usual ones of the kind of provider. */
  readonly fullName: string | null;
  readonly address: string | null;
  /** By the name of the custom profile field. */
  readonly fields: ReadonlyMap<string, string>;
}

const MAX_FIELDS = 30;

/**
 * The map of a text such as `full_name=displayName, Job title=title`; `null`: it is none.
 * @param isSource whether a provider of the kind may have an attribute of that name
 */
export function attributeMapIn(text: string, isSource: (name: string) => boolean): AttributeMap | null {
  const parts = text.split(',').map((part) => part.trim());
  const named = new Map<string, string>();
  for (const part of parts.filter((one) => one !== '')) {
    const at = part.lastIndexOf('=');
    const [name, source] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || name === '' || named.has(name) || !isSource(source)) return null;
    named.set(name, source);
  }
  if (named.size > MAX_FIELDS) return null;
  const [fullName = null, address = null] = [named.get('full_name'), named.get('email')];
  return { fullName, address, fields: new Map([...named].filter(([name]) => !['full_name', 'email'].includes(name))) };
}

const CLAIM = /^[^\s,=]{1,200}$/;

/** A claim of a token, such as `phone_number` or `https://example.org/phone`. */
export const isClaim = (name: string): boolean => CLAIM.test(name);

/** The values of custom profile fields among the claims; `null`: the person has none. Only texts and numbers are values. */
export function fieldsIn(
  claims: Readonly<Record<string, unknown>>,
  { fields }: AttributeMap,
): ReadonlyMap<string, string | null> {
  return new Map([...fields].map(([name, claim]) => [name, textIn(claims[claim])]));
}

function textIn(claim: unknown): string | null {
  const value: unknown = Array.isArray(claim) ? claim[0] : claim;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
