import { Json } from '@app/platform';
import type { Principals } from './principals.service';

/** A single integer means a list with one element. */
export type GivenPrincipals = Principals | number;

export const principalsIn = (given: GivenPrincipals): Principals => (typeof given === 'number' ? [given] : given);

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
const MAX_PRINCIPALS = 20_000;

function check(value: unknown): string | null {
  if (isId(value)) return null;
  if (!Array.isArray(value)) return '$V is not a list';
  if (value.length > MAX_PRINCIPALS) return '$V is too long';
  return value.every(isId) || value.every(isAddress) ? null : '$V is neither a list of integers nor a list of strings';
}

/** User ids or e-mail addresses, not both. */
export const PrincipalsParameter = ({ doc }: { doc: string }): PropertyDecorator =>
  Json({
    doc,
    required: false,
    schema: {
      oneOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    check,
  });
