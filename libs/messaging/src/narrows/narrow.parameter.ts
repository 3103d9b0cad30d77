import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { WrittenTerm } from './narrow';

/** A term as clients write it: an object, or a pair of strings. */
type WrittenNarrowTerm = { operator: string; operand: WrittenTerm['operand']; negated?: boolean } | [string, string];

export type WrittenNarrow = readonly WrittenNarrowTerm[];

/** Each term is a condition of the query. */
const MAX_TERMS = 100;

/** The error of a narrow's form, for `@Json`; `null`: valid. */
export function checkNarrow(value: unknown): string | null {
  if (!Array.isArray(value)) return '$V is not a list';
  if (value.length > MAX_TERMS) return '$V is too long';
  const wrong = value.findIndex((term) => !isPair(term) && !isTerm(term));
  return wrong < 0 ? null : `$V[${wrong}] is neither a dict of operator and operand nor a pair of strings`;
}

export const narrowSchema = {
  type: 'array',
  maxItems: MAX_TERMS,
  items: {
    oneOf: [
      {
        type: 'object',
        required: ['operator', 'operand'],
        properties: {
          operator: { type: 'string', maxLength: 100 },
          operand: {
            oneOf: [
              { type: 'string' },
              { type: 'integer', minimum: 0 },
              { type: 'array', items: { type: 'integer', minimum: 0 } },
            ],
          },
          negated: { type: 'boolean', default: false },
        },
      },
      { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    ],
  },
} satisfies ApiPropertyOptions;

/** Converts a checked value. */
export function readNarrow(written: WrittenNarrow): WrittenTerm[] {
  return written.map((term) => {
    if (Array.isArray(term)) return { operator: term[0], operand: term[1] };
    return { operator: term.operator, operand: term.operand, negated: term.negated ?? false };
  });
}

const isPair = (term: unknown): boolean => Array.isArray(term) && term.length === 2 && term.every(isText);

function isTerm(term: unknown): boolean {
  if (typeof term !== 'object' || term === null || Array.isArray(term)) return false;
  const { operator, operand, negated } = term as Record<string, unknown>;
  const isList = Array.isArray(operand) && operand.every(isId);
  return (
    isText(operator) &&
    (isText(operand) || isId(operand) || isList) &&
    ['boolean', 'undefined'].includes(typeof negated)
  );
}

const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
