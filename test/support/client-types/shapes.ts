import Ajv2019, { ValidateFunction } from 'ajv/dist/2019';

/** What a value may be, as JSON Schema; a record has exactly the keys that it names. */
export type Shape = Readonly<Record<string, unknown>>;
export type Shapes = Readonly<Record<string, Shape>>;

export const int: Shape = { type: 'integer' };
export const decimal: Shape = { type: 'number' };
export const text: Shape = { type: 'string' };
export const filled: Shape = { type: 'string', minLength: 1 };
export const flag: Shape = { type: 'boolean' };
export const colour: Shape = { type: 'string', pattern: '^#[0-9a-f]{6}$' };
export const nothing: Shape = { type: 'null' };

export const matching = (pattern: RegExp): Shape => ({ type: 'string', pattern: pattern.source });
export const oneOf = (...values: unknown[]): Shape => ({ enum: values });
export const either = (...shapes: Shape[]): Shape => ({ anyOf: shapes });
export const maybe = (shape: Shape): Shape => either(shape, nothing);
export const list = (items: Shape): Shape => ({ type: 'array', items });
/** Ascending ids cannot be said in a schema; that none comes twice can. */
export const set = (items: Shape): Shape => ({ type: 'array', items, uniqueItems: true });
export const none: Shape = { type: 'array', maxItems: 0 };
export const tuple = (...items: Shape[]): Shape => ({
  type: 'array',
  items,
  minItems: items.length,
  maxItems: items.length,
});
export const map = (values: Shape, keys = /^/): Shape => ({
  type: 'object',
  additionalProperties: values,
  propertyNames: { pattern: keys.source },
});
export const byId = (values: Shape): Shape => map(values, /^\d+$/);
export const record = (required: Shapes, optional: Shapes = {}): Shape => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const ajv = new Ajv2019({ strict: false, allErrors: true });
const validators = new WeakMap<Shape, ValidateFunction>();

/** Where a value is not of a shape, and how; nothing where it is. */
export function faultsOf(shape: Shape, value: unknown): string[] {
  const validate = validators.get(shape) ?? ajv.compile(shape);
  validators.set(shape, validate);
  if (validate(value)) return [];
  return validate.errors!.map(({ instancePath, message, params }) =>
    [instancePath, message, params.additionalProperty ?? params.allowedValues ?? ''].join(' ').trim(),
  );
}
