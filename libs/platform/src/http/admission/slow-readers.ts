import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../../metrics/metrics';

/** What a node keeps for clients that are slow to take it. */
export interface SlowReaderLimits {
  /** Bytes of answers that wait for all clients together. */
  readonly bytes: number;
  readonly everyMs: number;
}

/** A quarter of the heap, so that a small node bounds them earlier. */
const MAX_BYTES = Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 4);

const LIMITS: SlowReaderLimits = { bytes: MAX_BYTES, everyMs: 1_000 };

/**
 * A client that reads its answers slowly, or not at all, delays no other client, but its answers wait in memory. When they
 * take too much, the connections that have waited longest are closed until the rest fits. Clients ask again, as after any
 * broken connection.
 */
export function boundSlowReaders(fastify: FastifyInstance, metrics: Metrics, limits = LIMITS): void {
  const connections = new Connections();
  const cut = measure(connections, metrics);
  fastify.server.on('connection', (socket: Socket) => connections.add(socket));
  const timer = setInterval(() => cut.inc(connections.cutDownTo(limits.bytes)), limits.everyMs).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
}

class Connections {
  /** At how many looks in a row something was waiting there. */
  private readonly looks = new Map<Socket, number>();

  add(socket: Socket): void {
    this.looks.set(socket, 0);
    socket.once('close', () => this.looks.delete(socket));
  }

  get unreadBytes(): number {
    let sum = 0;
    for (const { writableLength } of this.looks.keys()) sum += writableLength;
    return sum;
  }

  /** Disconnects the slowest readers until at most `bytes` are unread. Returns their number. */
  cutDownTo(bytes: number): number {
    const slow: Socket[] = [];
    let unread = 0;
    for (const [socket, before] of this.looks) {
      const { writableLength } = socket;
      const looks = writableLength > 0 ? before + 1 : 0;
      if (looks !== before) this.looks.set(socket, looks); // hardly ever, among thousands that wait
      unread += writableLength;
      if (looks > 0) slow.push(socket);
    }
    if (unread <= bytes) return 0;
    const looksAt = (socket: Socket): number => this.looks.get(socket)!;
    slow.sort((a, b) => looksAt(b) - looksAt(a) || b.writableLength - a.writableLength);
    let cut = 0;
    for (const socket of slow) {
      if (unread <= bytes) break;
      unread -= socket.writableLength;
      this.looks.delete(socket);
      socket.destroy();
      cut++;
    }
    return cut;
  }
}

function measure(connections: Connections, { registry }: Metrics): Counter {
  new Gauge({
    name: 'parley_unread_bytes',
    help: 'Bytes of answers that clients have not taken yet',
    registers: [registry],
    collect() {
      this.set(connections.unreadBytes);
    },
  });
  return new Counter({
    name: 'parley_slow_readers_cut_total',
    help: 'Connections that were cut off because too much waited for clients that read slowly',
    registers: [registry],
  });
}
