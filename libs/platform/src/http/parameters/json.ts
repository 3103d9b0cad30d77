const MAX_DEPTH = 20;

/**
 * The value of a JSON text; undefined for invalid JSON, and for nesting that would exhaust the stack of code that walks
 * the value. JSON itself does not tell 5.0 from 5, the interface does: a number written with a point or an exponent is
 * never an integer here.
 */
export function readJson(text: string): unknown {
  if (depth(text) > MAX_DEPTH) return undefined;
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
