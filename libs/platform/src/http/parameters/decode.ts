import { plainToInstance } from 'class-transformer';
import { ValidationError, validateSync } from 'class-validator';
import { ParameterIsInvalid, ParameterIsMissing } from './errors';
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
 * @throws ParameterIsMissing, ParameterIsInvalid for the first fault in the order of declaration
 */
export function decode<T extends object>(requestClass: new () => T, raw: RawParameters): Decoded<T> {
  const parameters = parametersOf(requestClass);
  const known = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const parameter of parameters) {
    for (const name of [parameter.name, ...parameter.aliases]) known.add(name);
    const value = valueOf(parameter, raw);
    if (value !== undefined) values[parameter.name] = value;
  }
  const request = plainToInstance(requestClass, values, { exposeDefaultValues: true });
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

function valueOf({ name, aliases, decoding, required, nullable }: ParameterDescription, raw: RawParameters): unknown {
  const given = [name, ...aliases].find((one) => Object.hasOwn(raw, one));
  const value = given === undefined ? undefined : read(name, raw[given], decoding);
  const absent = value === undefined || (value === null && !nullable);
  if (absent && required) throw new ParameterIsMissing(name);
  return absent ? undefined : value;
}

/** Clients write the word `null` for what they leave out; where text is raw it is a word like any other. */
function read(name: string, text: string, decoding: ParameterDescription['decoding']): unknown {
  if (decoding === 'text') return text;
  if (decoding === 'word') return text === 'null' ? null : text.replace(/^"(.*)"$/, '$1');
  const value = parse(name, text);
  return decoding === 'integer-list' && typeof value === 'number' ? [value] : value;
}

function parse(name: string, text: string): unknown {
  try {
    if (/^-?\d+\.0*$/.test(text.trim())) return text; // JSON.parse would make an integer of 5.0
    if (depth(text) <= MAX_DEPTH) return JSON.parse(text) as unknown;
  } catch {
    // answered below, together with nesting that would exhaust the stack of whoever walks the value
  }
  throw new ParameterIsInvalid(`${name} is not valid JSON`);
}

const MAX_DEPTH = 20;

/** Deepest nesting of brackets, those in strings included: an upper bound is enough. */
function depth(text: string): number {
  let deepest = 0;
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++open);
    else if (unit === 0x5d || unit === 0x7d) open--;
  }
  return deepest;
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
