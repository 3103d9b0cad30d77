import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Facts, factsOf } from './facts';

/** Many rows that change in one transaction block their writers, and delay all events. */
const CHANGES_ROWS = /^\s*(WITH\b[^]*\b)?(UPDATE|DELETE|MERGE|TRUNCATE|LOCK)\b/i;

/**
 * Runs a migration and returns what nodes of the previous version would notice of it. It must have `transaction =
 * false` if it builds an index of an existing table, or fills columns.
 */
export async function faultsOf(runner: QueryRunner, migration: MigrationInterface): Promise<string[]> {
  const isWhole = migration.transaction !== false;
  const before = await factsOf(runner);
  const statements: string[] = [];
  const watched = new Proxy(runner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'query') statements.push(String(given[0]));
        return value.apply(target, given) as unknown;
      };
    },
  });
  if (isWhole) await runner.startTransaction();
  try {
    await migration.up(watched);
    const after = await factsOf(runner);
    if (isWhole) await runner.commitTransaction();
    const rows = statements.filter((statement) => isWhole && CHANGES_ROWS.test(statement));
    return [
      ...differences(before, after, isWhole),
      ...rows.map((statement) => `changes rows in a long transaction: ${statement}`),
    ];
  } catch (error) {
    if (isWhole) await runner.rollbackTransaction();
    throw error;
  }
}

/** Existing objects must stay unchanged; new ones must not affect nodes that do not know them. */
function differences(before: Facts, after: Facts, isWhole: boolean): string[] {
  const faults: string[] = [];
  for (const [name, file] of before.relations) {
    if (!after.relations.has(name)) faults.push(`${name} is gone`);
    else if (file !== after.relations.get(name)) faults.push(`${name} is written anew`);
  }
  for (const name of before.functions) if (!after.functions.has(name)) faults.push(`${name} is gone`);
  for (const [name, column] of before.columns) {
    const now = after.columns.get(name);
    if (!now) faults.push(`${name} is gone`);
    else if (now.type !== column.type) faults.push(`${name} is another type`);
    else if (now.isRequired && !column.isRequired) faults.push(`${name} must not be null any more`);
    else if (column.isFilled && !now.isFilled) faults.push(`${name} has no default any more`);
  }
  const isOld = (name: string) => before.relations.has(name.split('.')[0]);
  for (const [name, { isRequired, isFilled }] of after.columns)
    if (!before.columns.has(name) && isOld(name) && isRequired && !isFilled) faults.push(`${name} must be filled`);
  // Writes name the key that they may meet; none names a foreign key.
  for (const [name, { refusesRows, isReference, table }] of before.rules)
    if (refusesRows && !isReference && after.relations.has(table) && !after.rules.has(name))
      faults.push(`${name} is gone`);
  for (const [name, { table, columns, refusesRows, isIndex }] of after.rules) {
    if (before.rules.has(name) || !isOld(table)) continue;
    const isOfOld = columns.length === 0 || columns.some((column) => before.columns.has(`${table}.${column}`));
    if (refusesRows && isOfOld) faults.push(`${name} refuses rows of ${table}`);
    if (isIndex && isWhole) faults.push(`${name} is built while nobody may write ${table}`);
  }
  return faults;
}
