import { First1763700000000 } from './1-first';

/** All migrations in their order: one linear history. */
export const migrations = [First1763700000000];
