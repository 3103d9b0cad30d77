import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** TypeORM's driver holds pg's pool; asking it directly spares a query runner a statement. */
export const poolOf = (dataSource: DataSource): Pool => (dataSource.driver as unknown as { master: Pool }).master;
