import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_OPERATIONS } from '../../support/public-operations';

const read = <T>(path: string): T => JSON.parse(readFileSync(join(__dirname, '../../..', path), 'utf8')) as T;
const plain = (operation: string): string => operation.replace(/\{[^}]*\}/g, '{}');

/** The sections of the coverage page about absent operations. */
const absent = read<{ operation: string; reason?: string }[]>('scripts/coverage/reference-operations.json').filter(
  ({ reason }) => reason !== undefined,
);
const contract = read<{ paths: Record<string, object> }>('docs/openapi.json');
const present = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => plain(`${method.toUpperCase()} ${path}`)),
);

describe('the operations of the public API', () => {
  it('exist, or are in the list of absent ones, with a reason', () => {
    const known = new Set([...present, ...absent.map(({ operation }) => plain(operation))]);
    expect(PUBLIC_OPERATIONS.filter((operation) => !known.has(operation))).toEqual([]);
  });

  it('are not listed as absent if they exist', () => {
    expect(absent.filter(({ operation }) => present.includes(plain(operation)))).toEqual([]);
    expect(absent.filter(({ reason }) => reason!.trim() === '')).toEqual([]);
  });
});
