/** What the connections of a process that serves are called in PostgreSQL: its pool, those beside it, the log's reader. */
export const APPLICATION_NAME = 'parley';
export const RESERVED_NAME = 'parley-reserved';
export const TAIL_NAME = 'parley-tail';
/** Those to the replica; they count there. */
export const REPLICA_NAME = 'parley-reads';
export const PROCESS_NAMES: readonly string[] = [APPLICATION_NAME, RESERVED_NAME, TAIL_NAME];

/** Connections of one process beside the pool of requests. */
export const RESERVED_CONNECTIONS = 3;
/** Those that are reserved, and the one that reads the event log. */
export const CONNECTIONS_BESIDE_POOL = RESERVED_CONNECTIONS + 1;
