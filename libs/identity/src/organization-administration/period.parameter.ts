import { Json } from '@app/platform';

export const MAX_NUMBER = 2 ** 31 - 1;
/** A year, in seconds. */
const LONGEST_SESSION = 365 * 86_400;
export const SHORTEST_SESSION = 300;

const isPeriod = (value: unknown): boolean =>
  value === 'unlimited' || (Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_NUMBER);

/** A positive number, or the word `unlimited`. */
export const Period = (doc: string) =>
  Json({
    doc: `${doc}: a positive number, or unlimited.`,
    required: false,
    schema: {
      oneOf: [
        { type: 'integer', minimum: 1, maximum: MAX_NUMBER },
        { type: 'string', enum: ['unlimited'] },
      ],
    },
    bareWords: ['unlimited'],
    check: (value) => (isPeriod(value) ? null : "Bad value for '$V'"),
  });

const isLifetime = (value: unknown): boolean =>
  value === 'unlimited' ||
  (isPeriod(value) && (value as number) >= SHORTEST_SESSION && (value as number) <= LONGEST_SESSION);

export const Lifetime = () =>
  Json({
    doc: 'Seconds after the login in which a session ends, or unlimited; owners decide it.',
    required: false,
    schema: {
      oneOf: [
        { type: 'integer', minimum: SHORTEST_SESSION, maximum: LONGEST_SESSION },
        { type: 'string', enum: ['unlimited'] },
      ],
    },
    bareWords: ['unlimited'],
    check: (value) => (isLifetime(value) ? null : "Bad value for '$V'"),
  });
