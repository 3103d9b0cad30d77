import { APPLICATION_NAME } from '../data-source';
import { TAIL_NAME } from './dedicated-connection';
import { RESERVED_CONNECTIONS, RESERVED_NAME } from './reserved-connections';

/** Of one process, beside its pool: those that are reserved, and the one that reads the event log. */
export const CONNECTIONS_BESIDE_POOL = RESERVED_CONNECTIONS + 1;

/** What the connections of a process that serves are called in PostgreSQL. */
export const PROCESS_NAMES: readonly string[] = [APPLICATION_NAME, RESERVED_NAME, TAIL_NAME];
