import { Column, Generated, PrimaryGeneratedColumn } from 'typeorm';
import type { SimpleColumnType } from 'typeorm/driver/types/ColumnTypes.js';

/** The id of a table whose ids the database gives. */
export const IdentityColumn = (): PropertyDecorator =>
  PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' });

/** A number that the database gives to each row of a table with another primary key. */
export const NumberColumn =
  (options: { unique?: boolean } = {}): PropertyDecorator =>
  (target, property) => {
    Column({ type: 'bigint', generatedIdentity: 'ALWAYS', ...options })(target, property);
    // TypeORM's types leave out the strategy that `PrimaryGeneratedColumn` has.
    Generated('identity' as 'increment')(target, property);
  };

/** The default of a period's end position: the period is open. */
export const OPEN_END = (): string => "'9223372036854775807'";

/** Types that TypeORM does not list. They are for entities that only describe their table. */
export const XID8 = 'xid8' as SimpleColumnType;
export const PG_SNAPSHOT = 'pg_snapshot' as SimpleColumnType;
