import Fastify, { FastifyInstance, FastifyRequest } from 'fastify';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endTurnsWithAnswers, HEAVY_AT_ONCE, HEAVY_WAITING, HeavyRequests, TooManyAtOnce } from './heavy-requests';

/** A server whose one operation is heavy, and whose answers are held until the test lets them go. */
describe('heavy requests', () => {
  let server: FastifyInstance;
  let url: string;
  let running: string[];
  let held: (() => void)[];
  let refused: number;
  beforeEach(async () => {
    [running, held, refused] = [[], [], 0];
    const heavy = new HeavyRequests();
    server = Fastify();
    server.decorateRequest('withoutPlace', <T>(wait: () => Promise<T>) => wait());
    endTurnsWithAnswers(server);
    server.get('/', { config: { isHeavy: true } }, async (asked: FastifyRequest, reply) => {
      const name = String(asked.headers['x-user']);
      asked.actor = { organizationId: 1, userId: name } as never;
      try {
        await heavy.enter(asked, reply);
      } catch (error) {
        refused += Number(error instanceof TooManyAtOnce);
        throw error;
      }
      running.push(name);
      await new Promise<void>((resolve) => held.push(resolve));
      return 'done';
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const release of held) release();
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

  it('of one user run a few at a time, and hold up no other user', async () => {
    for (let sent = 0; sent < HEAVY_AT_ONCE + 3; sent++) ask('ana');
    await until(() => running.length === HEAVY_AT_ONCE);
    ask('bo');
    await until(() => running.includes('bo'));
    expect(running.filter((name) => name === 'ana')).toHaveLength(HEAVY_AT_ONCE);
    held[0]();
    await until(() => running.filter((name) => name === 'ana').length === HEAVY_AT_ONCE + 1);
  });

  it('beyond those that may wait are refused', async () => {
    for (let sent = 0; sent < HEAVY_AT_ONCE + HEAVY_WAITING + 5; sent++) ask('ana');
    await until(() => refused === 5);
    expect(running).toHaveLength(HEAVY_AT_ONCE);
  });

  it('whose clients went away keep no turn and no place among those that wait', async () => {
    const gone = Array.from({ length: HEAVY_AT_ONCE + HEAVY_WAITING }, () => ask('ana'));
    await until(() => running.length === HEAVY_AT_ONCE);
    const first = gone.splice(0, HEAVY_AT_ONCE);
    for (const one of gone) one.destroy();
    for (const one of first) one.destroy();
    ask('ana');
    await until(() => running.length > HEAVY_AT_ONCE);
  });
});
