import { plainToInstance } from 'class-transformer';
import { ValidationError, validateSync } from 'class-validator';
import { MAX_ITEMS } from './bounds';
import { ParameterIsInvalid, ParameterIsMissing, ParametersAreConfusing } from './errors';
import { readJson } from './json';
import { readLong } from './long-integer';
import { ParameterDescription, parametersOf } from './parameter';

/** Parameters as they came in: text by name; of a repeated name the last value counts. */
export type RawParameters = Readonly<Record<string, string>>;

export interface Decoded<T> {
  request: T;
  /** Names that the operation does not know, sorted. */
  unknown: string[];
}

/**
 * Makes a request object of its class from raw parameters.
 * @throws ParameterIsMissing, ParametersAreConfusing, ParameterIsInvalid for the first fault in the order of declaration
 */
export function decode<T extends object>(requestClass: new () => T, raw: RawParameters): Decoded<T> {
  const parameters = parametersOf(requestClass);
  const known = new Set<string>();
  const values: Record<string, unknown> = {};
  const objects: Record<string, unknown> = {};
  for (const parameter of parameters) {
    for (const name of [parameter.name, ...parameter.aliases]) known.add(name);
    const value = valueOf(parameter, raw);
    if (value !== undefined) (parameter.itemClass ? objects : values)[parameter.name] = value;
  }
  // Only objects of a class go through class-transformer: its time for a value of many keys is their number squared.
  const request = plainToInstance(requestClass, objects, { exposeDefaultValues: true });
  Object.assign(request, values);
  const [fault] =
    parameters.length === 0
      ? []
      : validateSync(request, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
  if (fault) throw new ParameterIsInvalid(sentence(fault, fault.property));
  return {
    request,
    unknown: Object.keys(raw)
      .filter((name) => !known.has(name))
      .sort(),
  };
}

function valueOf(parameter: ParameterDescription, raw: RawParameters): unknown {
  const { name, aliases, required, nullable } = parameter;
  const [given, another] = [name, ...aliases].filter((one) => Object.hasOwn(raw, one));
  if (another !== undefined) throw new ParametersAreConfusing(given, another);
  const value = given === undefined ? undefined : read(parameter, raw[given]);
  const absent = value === undefined || (value === null && !nullable);
  if (absent && required) throw new ParameterIsMissing(name);
  return absent ? undefined : value;
}

/** Clients write the word `null` for what they leave out; where text is raw it is a word like any other. */
function read({ name, decoding, bareWords, itemClass }: ParameterDescription, text: string): unknown {
  if (decoding === 'text') return text;
  if (decoding === 'word') return text === 'null' ? null : text.replace(/^"(.*)"$/, '$1');
  if (decoding === 'long') return readLong(text);
  if (bareWords.includes(text)) return text;
  const value = parse(name, text);
  if (itemClass) return withoutNulls(value, itemClass());
  return decoding === 'integer-list' && Number.isInteger(value) ? [value] : value;
}

/** In objects, as in the request itself, `null` is what is left out. */
function withoutNulls(value: unknown, itemClass: new () => object): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNulls(item, itemClass));
  if (typeof value !== 'object' || value === null) return value;
  const nullable = new Set(parametersOf(itemClass).flatMap((one) => (one.nullable ? [one.name] : [])));
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => one !== null || nullable.has(name)));
}

function parse(name: string, text: string): unknown {
  const value = readJson(text);
  if (value === undefined) throw new ParameterIsInvalid(`${name} is not valid JSON`);
  // Before anything looks at the entries: a form has room for a million, and to validate them takes seconds.
  if (Array.isArray(value) && value.length > MAX_ITEMS) throw new ParameterIsInvalid(`${name} is too long`);
  const trap = trapIn(value);
  if (trap !== undefined) throw new ParameterIsInvalid(`${name}: the key ${trap} is unexpected`);
  return value;
}

/**
 * class-transformer takes what an object calls its `constructor` for its class, and calls it; what is called `__proto__`
 * it drops, so that nobody would say that the key is unexpected.
 */
const TRAPS = ['constructor', '__proto__'];

/** The first such key, at any depth. */
function trapIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const own = TRAPS.find((key) => Object.hasOwn(value, key));
  if (own !== undefined) return own;
  for (const item of Object.values(value)) {
    const inner = trapIn(item);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function sentence(fault: ValidationError, path: string): string {
  const [child] = fault.children ?? [];
  if (child)
    return sentence(
      child,
      `${path}[${/^\d+$/.test(child.property) ? child.property : JSON.stringify(child.property)}]`,
    );
  const [rule, message] = Object.entries(fault.constraints ?? {})[0] ?? ['', 'Invalid $V'];
  if (rule === 'whitelistValidation') return `${path} is unexpected`;
  return message.replaceAll('$V', path);
}
