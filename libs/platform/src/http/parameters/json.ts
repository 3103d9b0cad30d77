import { MAX_VALUES } from './bounds';

const MAX_DEPTH = 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The value of a JSON text; undefined for invalid JSON, for nesting that would exhaust the stack of code that walks the
 * value, and for more values than a request may carry: a form has room for a million, which take seconds to read. JSON
 * itself does not tell 5.0 from 5, the interface does: a number written with a point or an exponent is
 * never an integer here.
 */
export function readJson(text: string): unknown {
  if (!isModest(text)) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return /\d[.eE]/.test(text) ? (JSON.parse(withoutIntegralFloats(text)) as unknown) : value;
  } catch {
    return undefined;
  }
}

/** A string as a whole, so that nothing in it is taken for a number, or a number. Only for texts that are JSON. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** What JSON.parse reads as infinity: a number, and no integer. */
const NO_INTEGER = '1e999';

function withoutIntegralFloats(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) => (isIntegralFloat(token) ? NO_INTEGER : token));
}

const isIntegralFloat = (token: string): boolean =>
  !token.startsWith('"') && /[.eE]/.test(token) && Number.isInteger(Number(token));

/** Whether brackets, those in strings included, are not too deep, and values, separated by commas outside, not too many. */
function isModest(text: string): boolean {
  let open = 0;
  let values = 1;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === QUOTE) isInString = !isInString;
    else if (unit === COMMA && !isInString) values++;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) open++;
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) open--;
    if (open > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
