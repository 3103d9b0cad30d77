import { First1763700000000 } from './1-first';
import { AuditLog1763800000000 } from './2-audit-log';

/** All migrations in their order: one linear history. */
export const migrations = [First1763700000000, AuditLog1763800000000];
