import { ValidationError, validateSync } from 'class-validator';
import { MAX_ITEMS } from './bounds';
import { ParameterIsInvalid, ParameterIsMissing, ParametersAreConfusing } from './errors';
import { readJson } from './json';
import { readLong } from './long-integer';
import { ParameterDescription, parametersOf } from './parameter';
import { isPlainlyValid } from './plain-validity';

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
  const request = new requestClass();
  const values = request as Record<string, unknown>;
  for (const parameter of parameters) {
    for (const name of [parameter.name, ...parameter.aliases]) known.add(name);
    const value = valueOf(parameter, raw);
    if (value !== undefined) values[parameter.name] = value;
  }
  const [fault] =
    parameters.length === 0 || isPlainlyValid(request)
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
  if (given !== undefined && another !== undefined) throw new ParametersAreConfusing(given, another);
  const text = given === undefined ? undefined : raw[given];
  const value = text === undefined ? undefined : read(parameter, text);
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
  if (itemClass) return instancesIn(value, itemClass());
  return decoding === 'integer-list' && Number.isInteger(value) ? [value] : value;
}

function instancesIn(value: unknown, itemClass: new () => object): unknown {
  const known = new Map(parametersOf(itemClass).map(({ name, nullable }) => [name, nullable]));
  const read = (item: unknown): unknown => (isDict(item) ? instanceOf(itemClass, known, item) : item);
  return Array.isArray(value) ? value.map(read) : read(value);
}

/**
 * In objects, as in the request itself, `null` is what is left out. The first key that the class does not know is kept,
 * so that it is refused; what follows it does not matter: there may be hundreds of thousands.
 */
function instanceOf(itemClass: new () => object, known: ReadonlyMap<string, boolean>, item: object): object {
  const instance = new itemClass() as Record<string, unknown>;
  for (const [key, value] of Object.entries(item)) {
    if (value === null && !known.get(key)) continue;
    instance[key] = value;
    if (!known.has(key)) break;
  }
  return instance;
}

const isDict = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(name: string, text: string): unknown {
  const value = readJson(text);
  if (value === undefined) throw new ParameterIsInvalid(`${name} is not valid JSON`);
  // Before anything looks at the entries: a form has room for a million, and to validate them takes seconds.
  if (Array.isArray(value) && value.length > MAX_ITEMS) throw new ParameterIsInvalid(`${name} is too long`);
  const trap = trapIn(value);
  if (trap !== undefined) throw new ParameterIsInvalid(`${name}: the key ${trap} is unexpected`);
  return value;
}

/** Keys that would change what an object is, rather than what is in it. */
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
