/** Types of values as JSON Schema; a record has exactly the keys that it names. */
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
/** A schema cannot require ascending ids; it requires unique ones. */
export const set = (items: Shape): Shape => ({ type: 'array', items, uniqueItems: true });
export const none: Shape = { type: 'array', items: {}, maxItems: 0 };
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

/**
 * The places where a value does not match a type, with the error. Compiling types as large as these takes a second
 * each.
 */
export function faultsOf(shape: Shape, value: unknown, at = ''): string[] {
  const { anyOf, type, enum: allowed } = shape as { anyOf?: Shape[]; type?: string; enum?: unknown[] };
  if (anyOf) {
    const faults = anyOf.map((one) => faultsOf(one, value, at));
    if (faults.some(({ length }) => length === 0)) return [];
    return faults.reduce((nearest, one) => (one.length < nearest.length ? one : nearest));
  }
  if (allowed) return allowed.includes(value) ? [] : [`${at} must be one of ${JSON.stringify(allowed)}`];
  if (!isOf(type!, value)) return [`${at} must be of the type ${type}`];
  if (typeof value === 'string') return faultsOfText(shape, value, at);
  if (typeof value === 'number') return value < ((shape.minimum as number) ?? -Infinity) ? [`${at} is too small`] : [];
  if (Array.isArray(value)) return faultsOfList(shape, value, at);
  return value === null || typeof value === 'boolean' ? [] : faultsOfObject(shape, value as object, at);
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function faultsOfText({ minLength, pattern }: Shape, value: string, at: string): string[] {
  if (value.length < ((minLength as number) ?? 0)) return [`${at} is empty`];
  return pattern === undefined || new RegExp(pattern as string).test(value)
    ? []
    : [`${at} is not like ${pattern as string}`];
}

function faultsOfList({ items, uniqueItems, minItems, maxItems }: Shape, value: unknown[], at: string): string[] {
  if (value.length < ((minItems as number) ?? 0)) return [`${at} has too few items`];
  if (value.length > ((maxItems as number) ?? Infinity)) return [`${at} has too many items`];
  if (uniqueItems && new Set(value).size < value.length) return [`${at} has something twice`];
  return value.flatMap((item, place) =>
    faultsOf(Array.isArray(items) ? (items[place] as Shape) : (items as Shape), item, `${at}/${place}`),
  );
}

function faultsOfObject(shape: Shape, value: object, at: string): string[] {
  const {
    properties = {},
    required = [],
    additionalProperties: others,
  } = shape as {
    properties?: Shapes;
    required?: string[];
    additionalProperties: Shape | false;
  };
  const names = (shape.propertyNames as Shape | undefined)?.pattern as string | undefined;
  const missing = required.filter((name) => !(name in value)).map((name) => `${at} misses ${name}`);
  const wrong = Object.entries(value).flatMap(([name, inner]) => {
    if (name in properties) return faultsOf(properties[name], inner, `${at}/${name}`);
    if (others === false) return [`${at} has ${name} besides`];
    return names === undefined || new RegExp(names).test(name)
      ? faultsOf(others, inner, `${at}/${name}`)
      : [`${at} has the key ${name}`];
  });
  return [...missing, ...wrong];
}
