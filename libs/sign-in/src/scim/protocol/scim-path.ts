import { Attribute, Attributes, partOf, withoutSchema } from './scim-attributes';
import { Filter, FilterReader } from './scim-filter';
import { ScimError } from './scim.errors';

/** What an operation of a PATCH is about (RFC 7644 section 3.5.2). */
export interface ScimPath {
  readonly attribute: Attribute;
  /** Chooses items of a list; `null`: all of it. */
  readonly filter: Filter | null;
  readonly part: string | null;
}

const MAX_PATH = 1_000;
const PATH = /^([^[\]]+?)(?:\[([\s\S]*)\](?:\.([\w$-]+))?)?$/;

/**
 * Reads a path. `null`: it belongs to an extension, or names what is of no use here.
 * @throws ScimError for a path that SCIM does not know, and for what clients cannot change
 */
export function pathIn(text: string, attributes: Attributes): ScimPath | null {
  if (text.length > MAX_PATH) throw refusal('The path is too long');
  const plain = withoutSchema(text.trim());
  if (plain === null) return null;
  const [, written = '', inner, after] = PATH.exec(plain) ?? [];
  const [name = '', sub, ...more] = written.split('.');
  const attribute = attributes.get(name.trim().toLowerCase());
  if (!attribute || more.length > 0 || (inner !== undefined && sub !== undefined))
    throw refusal(`${text} is not known`);
  if (attribute.type === 'foreign') return null;
  if (attribute.type === 'fixed') throw new ScimError(400, 'mutability', `${attribute.name} cannot be changed`);
  const wanted = sub ?? after;
  const part = wanted === undefined ? null : (partOf(attribute, wanted) ?? null);
  if (wanted !== undefined && part === null) {
    // Further parts of a name, such as its honorifics.
    if (attribute.type === 'complex') return null;
    throw refusal(`${text} is not known`);
  }
  if (inner === undefined) return { attribute, filter: null, part };
  if (attribute.type !== 'multi') throw refusal(`${attribute.name} is no list`);
  return { attribute, filter: new FilterReader(inner, attributes).wholeItem(attribute), part };
}

const refusal = (detail: string): ScimError => new ScimError(400, 'invalidPath', detail.slice(0, 300));
