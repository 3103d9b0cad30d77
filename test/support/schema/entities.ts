import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseAccess } from '@app/platform';
import { DataSource, QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../../libs/platform/src/database/data-source';
import { ROOT } from '../server-process';

type EntityClass = new () => object;

/** The classes of all entity files under a directory of the repository. */
export async function entitiesUnder(directory: string): Promise<EntityClass[]> {
  const files = readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' });
  const modules = files
    .filter((file) => file.endsWith('.entity.ts'))
    .map((file) => import(join(ROOT, directory, file)) as Promise<Record<string, EntityClass>>);
  return (await Promise.all(modules)).flatMap((exported) => Object.values(exported));
}

/** Entities at a database, with the options of the server. */
export async function entitiesAt(url: string, entities: EntityClass[]): Promise<DataSource> {
  const dataSource = new DataSource({ ...dataSourceOptions(new DatabaseAccess(url)), entities });
  // TypeORM refuses types that it does not list, although it needs to know nothing of them.
  dataSource.driver.supportedDataTypes.push(...(['xid8', 'pg_snapshot'] as never[]));
  return dataSource.initialize();
}

/** Creates the tables in an empty database from the entities alone, also those that TypeORM is told to ignore. */
export async function buildFrom(entities: EntityClass[], url: string): Promise<DataSource> {
  const dataSource = await entitiesAt(url, entities);
  for (const entity of dataSource.entityMetadatas) entity.synchronize = true;
  await dataSource.synchronize();
  return dataSource;
}

/** Every column, constraint and index in PostgreSQL's words. Partitions belong to their table. */
export async function definitionsAt(database: DataSource | QueryRunner): Promise<Map<string, string>> {
  const rows = (await database.query(
    `WITH ours AS (
       SELECT oid, relname FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migration')
     SELECT relname || '.' || attname AS name, concat_ws(' ', format_type(atttypid, atttypmod),
       CASE WHEN attnotnull THEN 'NOT NULL' END, nullif(attidentity, ''), pg_get_expr(adbin, adrelid)) AS definition
     FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     UNION ALL
     SELECT relname || '.' || conname, pg_get_constraintdef(o.oid)
     FROM ours JOIN pg_constraint o ON conrelid = ours.oid AND contype <> 'n'
     UNION ALL
     SELECT ours.relname || '.' || c.relname, pg_get_indexdef(indexrelid)
     FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class c ON c.oid = indexrelid
     WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))`,
  )) as { name: string; definition: string }[];
  return new Map(rows.map(({ name, definition }) => [name, usual(definition)]));
}

/** TypeORM writes numbers as strings, and does not support partitions. */
const usual = (definition: string): string =>
  definition
    .replace(/'(-?\d+)'::(smallint|integer|bigint)/g, '$1')
    .replace(' ON ONLY ', ' ON ')
    .replace(/^CREATE (UNIQUE )?INDEX \S+ ON public\.\S+ USING /, '$1');
