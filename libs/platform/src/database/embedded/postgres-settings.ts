/**
 * Settings for one small machine that the database shares with the server: memory is kept low, parallel, replication and
 * I/O workers are off. They are given on the command line, so that a newer Parley brings newer ones to an old cluster.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // No unix socket: a data directory's path may be longer than a socket's address can be.
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  effective_cache_size: '256MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '512MB',
  min_wal_size: '48MB',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  // Starts, stops and crashes are logged. A statement's error goes to the server that sent it, and its values (users'
  // texts) are never logged.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
};

/** For tests: a crash may cost the cluster. */
const NOT_DURABLE: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The server's command line; `overrides` win over the built-in settings. */
export function serverArguments(port: number, durable: boolean, overrides: Record<string, string>): string[] {
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), ...overrides };
  return ['-p', `${port}`, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
