import Fastify, { FastifyInstance, FastifyRequest } from 'fastify';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endTurnsWithResponses, HEAVY_AT_ONCE, HEAVY_WAITING, HeavyRequests, TooManyAtOnce } from './heavy-requests';

interface Seen {
  running: string[];
  held: (() => void)[];
  refused: number;
  arrived: number;
  closed: number;
}

/** A server whose one operation is heavy, and whose answers are held until the test lets them go. */
describe('heavy requests', () => {
  let server: FastifyInstance;
  let url: string;
  let seen: Seen;
  beforeEach(async () => {
    // Handlers of the former test may still end: they count for the server that they belong to.
    const here: Seen = { running: [], held: [], refused: 0, arrived: 0, closed: 0 };
    seen = here;
    const heavy = new HeavyRequests();
    server = Fastify();
    server.decorateRequest('withoutPlace', <T>(wait: () => Promise<T>) => wait());
    endTurnsWithResponses(server);
    server.get('/', { config: { isHeavy: true } }, async (asked: FastifyRequest, reply) => {
      const name = String(asked.headers['x-user']);
      here.arrived++;
      asked.raw.socket.once('close', () => here.closed++);
      asked.actor = { organizationId: 1, userId: name } as never;
      try {
        await heavy.enter(asked, reply);
      } catch (error) {
        here.refused += Number(error instanceof TooManyAtOnce);
        throw error;
      }
      here.running.push(name);
      await new Promise<void>((resolve) => here.held.push(resolve));
      return 'done';
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const release of seen.held) release();
    server.server.closeAllConnections();
    await server.close();
  });

  const ask = (user: string) => {
    const sent = request(url, { headers: { 'x-user': user } });
    sent.on('error', () => undefined);
    sent.end();
    return sent;
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(setImmediate);
  };

  it('of one user run a few at a time, without delaying other users', async () => {
    for (let sent = 0; sent < HEAVY_AT_ONCE + 3; sent++) ask('ana');
    await until(() => seen.running.length === HEAVY_AT_ONCE);
    ask('bo');
    await until(() => seen.running.includes('bo'));
    expect(seen.running.filter((name) => name === 'ana')).toHaveLength(HEAVY_AT_ONCE);
    seen.held[0]();
    await until(() => seen.running.filter((name) => name === 'ana').length === HEAVY_AT_ONCE + 1);
  });

  it('beyond the queue are refused', async () => {
    for (let sent = 0; sent < HEAVY_AT_ONCE + HEAVY_WAITING + 5; sent++) ask('ana');
    await until(() => seen.refused === 5);
    expect(seen.running).toHaveLength(HEAVY_AT_ONCE);
  });

  it('of clients that disconnected hold neither a turn nor a place in the queue', async () => {
    const first = Array.from({ length: HEAVY_AT_ONCE }, () => ask('ana'));
    await until(() => seen.running.length === HEAVY_AT_ONCE);
    const waiting = Array.from({ length: HEAVY_WAITING }, () => ask('ana'));
    await until(() => seen.arrived === HEAVY_AT_ONCE + HEAVY_WAITING);
    for (const one of waiting) one.destroy();
    await until(() => seen.closed === HEAVY_WAITING);
    for (const one of first) one.destroy();
    await until(() => seen.closed === HEAVY_AT_ONCE + HEAVY_WAITING);
    ask('ana');
    await until(() => seen.running.length === HEAVY_AT_ONCE + 1);
  });
});
