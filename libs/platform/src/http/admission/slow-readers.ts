import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge } from 'prom-client';

import type { Metrics } from '../../metrics/metrics';

/** What a node keeps for clients that are slow to take it. */
export interface UnreadLimits {
  /** Bytes of answers that wait for all clients together. */
  readonly bytes: number;
  /** Requests that a connection may bring before the first of them was answered: each answer waits for the one before. */
  readonly requestsAtOnce: number;
  readonly everyMs: number;
}

/** A quarter of the heap, so that a small node bounds them earlier. */
const MOST_BYTES = Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 4);

const LIMITS: UnreadLimits = { bytes: MOST_BYTES, requestsAtOnce: 64, everyMs: 1_000 };

/**
 * Whoever reads his answers slowly, or not at all, holds nobody up; but answers wait in memory meanwhile. When there is
 * too much of that, those are cut off who have taken longest, until the rest is bearable. They ask again, as after any
 * broken connection.
 */
export function boundSlowReaders(fastify: FastifyInstance, metrics: Metrics, limits = LIMITS): void {
  const connections = new Connections();
  const cut = measure(connections, metrics);
  fastify.server.on('connection', (socket: Socket) => connections.add(socket));
  fastify.server.on('request', ({ socket }, answer) => {
    if (connections.begin(socket) > limits.requestsAtOnce) socket.destroy();
    answer.once('close', () => connections.end(socket));
  });
  const timer = setInterval(() => cut.inc(connections.cutDownTo(limits.bytes)), limits.everyMs).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
}

interface Standing {
  requests: number;
  /** At how many looks in a row something was waiting there. */
  looks: number;
}

class Connections {
  private readonly standings = new Map<Socket, Standing>();

  add(socket: Socket): void {
    this.standings.set(socket, { requests: 0, looks: 0 });
    socket.once('close', () => this.standings.delete(socket));
  }

  /** How many requests are under way there now. */
  begin(socket: Socket): number {
    const standing = this.standings.get(socket);
    return standing ? ++standing.requests : 0;
  }

  end(socket: Socket): void {
    const standing = this.standings.get(socket);
    if (standing) standing.requests--;
  }

  get unreadBytes(): number {
    let sum = 0;
    for (const { writableLength } of this.standings.keys()) sum += writableLength;
    return sum;
  }

  /** Cuts off those who have taken longest until no more than that is unread; how many. */
  cutDownTo(bytes: number): number {
    const slow: Socket[] = [];
    let unread = 0;
    for (const [socket, standing] of this.standings) {
      standing.looks = socket.writableLength > 0 ? standing.looks + 1 : 0;
      unread += socket.writableLength;
      if (standing.looks > 0) slow.push(socket);
    }
    if (unread <= bytes) return 0;
    const looksAt = (socket: Socket): number => this.standings.get(socket)!.looks;
    slow.sort((a, b) => looksAt(b) - looksAt(a) || b.writableLength - a.writableLength);
    let cut = 0;
    for (; unread > bytes; cut++) {
      unread -= slow[cut].writableLength;
      this.standings.delete(slow[cut]);
      slow[cut].destroy();
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
