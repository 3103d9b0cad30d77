import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '../support';

interface Connection {
  close(): void;
}

const AT_ONCE = 20;
const SETTLES_MS = 3_000;

/**
 * Bytes of a server for each connection of a user who is logged in and waits: what it grows by with the second half of
 * them, so that what it needs for the first is not counted.
 * @param open resolves when what happens could reach the user
 */
export async function idleMemory(
  pid: number,
  count: number,
  open: (at: number) => Promise<Connection>,
): Promise<number> {
  const connections: Connection[] = [];
  const openUntil = async (end: number): Promise<number> => {
    while (connections.length < end) {
      const some = Array.from({ length: Math.min(AT_ONCE, end - connections.length) }, (_, one) => one);
      connections.push(...(await Promise.all(some.map((one) => open(connections.length + one)))));
    }
    await delay(SETTLES_MS);
    return residentBytes([pid]);
  };
  const half = Math.floor(count / 2);
  const before = await openUntil(half);
  const bytes = ((await openUntil(count)) - before) / (count - half);
  for (const connection of connections) connection.close();
  return bytes;
}
