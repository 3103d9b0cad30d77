import type { ApiPropertyOptions } from '@nestjs/swagger';
import { codePoints } from './text';

/**
 * In characters, for texts without their own limit: many times the longest message. An operation cuts or refuses longer
 * texts itself.
 */
export const MAX_TEXT_LENGTH = 100_000;
/** In characters, for words without their own limit. */
export const MAX_WORD_LENGTH = 200;
/** Characters of a text in a list, or in a value of several forms. */
export const MAX_ITEM_LENGTH = 10_000;
/** Longest list that a request may carry. */
export const MAX_ITEMS = 20_000;
/** Values in one parameter, at all depths together: the longest list of objects of three keys. */
export const MAX_VALUES = 3 * MAX_ITEMS;
/** Keys of an object that may have any. */
export const MAX_PROPERTIES = 1_000;
/** Characters of JSON where it may be anything. */
export const MAX_FREE_JSON = 100_000;

/** The part of JSON Schema that parameters are described in. */
interface Schema {
  type?: unknown;
  enum?: unknown;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: unknown;
  oneOf?: readonly unknown[];
  properties?: unknown;
  additionalProperties?: unknown;
}

/** The schema with a limit for each text, list and free object in it. */
export function bounded(schema: ApiPropertyOptions): ApiPropertyOptions {
  return withBounds(schema as Schema) as ApiPropertyOptions;
}

function withBounds(schema: Schema): Schema {
  const limited: Schema = { ...schema };
  if (schema.oneOf) limited.oneOf = schema.oneOf.map((one) => withBounds(one as Schema));
  if (schema.type === 'string' && !schema.enum && !schema.pattern) limited.maxLength ??= MAX_ITEM_LENGTH;
  if (schema.type === 'array') {
    limited.maxItems ??= MAX_ITEMS;
    limited.items = withBounds(schema.items ?? {});
  }
  if (schema.type === 'object') limitObject(limited);
  return limited;
}

function limitObject(schema: Schema): void {
  const { properties, additionalProperties } = schema;
  if (properties)
    schema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, withBounds(one as Schema)]),
    );
  if (!additionalProperties) return;
  schema.maxProperties ??= MAX_PROPERTIES;
  if (typeof additionalProperties === 'object') schema.additionalProperties = withBounds(additionalProperties);
}

/** Whether a value keeps the limits of its bounded schema; what kind of value it is, its own rule decides. */
export function isWithin(schema: ApiPropertyOptions, value: unknown): boolean {
  return fits(schema as Schema, value);
}

function fits(schema: Schema, value: unknown): boolean {
  const alternatives = [schema, ...((schema.oneOf ?? []) as Schema[])];
  if (typeof value === 'string')
    return anyOf(alternatives, 'string', ({ maxLength }) => codePoints(value) <= (maxLength ?? Infinity));
  if (Array.isArray(value)) return anyOf(alternatives, 'array', (one) => listFits(one, value));
  if (typeof value === 'object' && value !== null)
    return anyOf(alternatives, 'object', (one) => objectFits(one, value));
  return true;
}

/** A value of a type that the schema does not know is free: only its length in JSON is limited. */
function anyOf(alternatives: readonly Schema[], type: string, isFit: (schema: Schema) => boolean): boolean {
  const known = alternatives.filter((one) => one.type === type);
  return known.length === 0 || known.some(isFit);
}

const listFits = ({ maxItems = Infinity, items }: Schema, list: readonly unknown[]): boolean =>
  list.length <= maxItems && list.every((item) => fits((items ?? {}) as Schema, item));

function objectFits({ maxProperties = Infinity, properties, additionalProperties }: Schema, value: object): boolean {
  const entries = Object.entries(value);
  if (entries.length > maxProperties) return false;
  if (additionalProperties === true && JSON.stringify(value).length > MAX_FREE_JSON) return false;
  const known = (properties ?? {}) as Record<string, Schema>;
  const others = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {};
  return entries.every(([name, one]) => fits(known[name] ?? others, one));
}
