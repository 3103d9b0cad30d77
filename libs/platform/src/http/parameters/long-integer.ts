import { ValidateBy } from 'class-validator';
import { parameter, ParameterOptions } from './parameter';

const MOST = 2n ** 63n;

/** A JSON integer of 64 bits, signed, as a `bigint`: `"5"` and `5.0` are refused, and no digit is lost. */
export function LongInteger(options: ParameterOptions): PropertyDecorator {
  return parameter(
    'long',
    options,
    { type: 'integer', format: 'int64' },
    ValidateBy(
      { name: 'longInteger', validator: { validate: (value) => typeof value === 'bigint' } },
      { message: '$V is not an integer' },
    ),
    ValidateBy(
      { name: 'longRange', validator: { validate: (value) => typeof value !== 'bigint' || inRange(value) } },
      { message: '$V does not fit into 64 bits' },
    ),
  );
}

const inRange = (value: bigint): boolean => value >= -MOST && value < MOST;

const MAX_DIGITS = 40;

/** The value of a text; the text itself where it is none, for the validation to refuse it. */
export function readLong(text: string): bigint | string | null {
  const trimmed = text.trim();
  if (trimmed === 'null') return null;
  return trimmed.length <= MAX_DIGITS && /^-?(?:0|[1-9]\d*)$/.test(trimmed) ? BigInt(trimmed) : text;
}
