import { Attribute, Attributes, partOf, withoutSchema } from './scim-attributes';
import { invalidSyntax, invalidValue } from './scim.errors';

/** A resource as a client writes it, with the names as SCIM writes them and without what is of no use here. */
export type Resource = Record<string, unknown>;

const MAX_TEXT = 1_000;
const MAX_ITEMS = 10_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ScimError */
export function objectIn(value: unknown, what: string): Record<string, unknown> {
  if (!isObject(value)) throw invalidSyntax(`${what} must be an object`);
  return value;
}

/**
 * Reads a whole resource. What clients cannot change is left out, as RFC 7644 section 3.5.1 wants it.
 * @throws ScimError
 */
export function resourceIn(body: unknown, attributes: Attributes): Resource {
  const resource: Resource = {};
  for (const [key, value] of Object.entries(objectIn(body, 'The resource'))) {
    const attribute = attributes.get((withoutSchema(key) ?? '').toLowerCase());
    if (!attribute || attribute.type === 'foreign' || attribute.type === 'fixed') continue;
    const read = valueIn(attribute, value);
    if (read !== null) resource[attribute.name] = read;
  }
  return resource;
}

/** The value of an attribute; `null`: none. @throws ScimError */
export function valueIn(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (attribute.type) {
    case 'boolean':
      return booleanIn(attribute.name, value);
    case 'complex':
      return itemIn(attribute, value);
    case 'multi':
      return itemsIn(attribute, value);
    default:
      return textIn(attribute.name, value);
  }
}

/** @throws ScimError */
export function itemsIn(attribute: Attribute, value: unknown): Resource[] {
  const items = [value].flat();
  if (items.length > MAX_ITEMS) throw invalidValue(`${attribute.name} holds ${MAX_ITEMS} items at most`);
  return items.map((item) =>
    typeof item === 'string' ? { value: textIn(attribute.name, item) } : itemIn(attribute, item),
  );
}

/** @throws ScimError */
export function itemIn(attribute: Attribute, value: unknown): Resource {
  if (!isObject(value)) throw invalidValue(`${attribute.name} must be an object`);
  const item: Resource = {};
  for (const [key, given] of Object.entries(value)) {
    const part = partOf(attribute, key);
    if (part === undefined || given === null) continue;
    item[part] = partIn(attribute, part, given);
  }
  return item;
}

/** @throws ScimError */
export const partIn = ({ name }: Attribute, part: string, value: unknown): unknown =>
  part === 'primary' ? booleanIn(`${name}.${part}`, value) : textIn(`${name}.${part}`, value);

/** Some clients send booleans as words: "False". */
function booleanIn(name: string, value: unknown): boolean {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw invalidValue(`${name} must be true or false`);
}

function textIn(name: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalidValue(`${name} must be a text`);
  if (value.length > MAX_TEXT) throw invalidValue(`${name} has ${MAX_TEXT} characters at most`);
  if (/[\p{Cc}\p{Cs}]/u.test(value)) throw invalidValue(`${name} holds characters that are no text`);
  return value;
}
