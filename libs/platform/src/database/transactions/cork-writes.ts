import type { Client } from 'pg';

/**
 * What goes out on the connection from here until the work at hand waits for something leaves in one piece: writing to
 * sockets, a system call a statement, is what takes most of a send's time.
 */
export function corkWrites({ connection: { stream } }: Pick<Client, 'connection'>): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
