import Fastify, { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../log/log';
import { Metrics } from '../../metrics/metrics';
import { ErrorsFilter } from '../responses/errors.filter';
import { refuseUnderPressure } from './pressure';
import { Routes } from '../routes';

/** A server with room for two requests. */
describe('a server at its capacity', () => {
  let server: FastifyInstance;
  let url: string;
  let release = (): void => undefined;
  const metrics = new Metrics();
  beforeAll(async () => {
    const filter = new ErrorsFilter({} as Log, new Routes());
    server = Fastify();
    server.setErrorHandler((error, asked, reply) => filter.respond(error, asked, reply));
    refuseUnderPressure(server, metrics, { alwaysFine: 2, patienceSeconds: 0, lateMs: 60_000 });
    server.get('/held', async () => {
      await new Promise<void>((resolve) => {
        const before = release;
        release = () => {
          before();
          resolve();
        };
      });
      return 'held';
    });
    server.post('/body', async () => 'body');
    for (const path of ['/', '/health/ready', '/api/v1/events']) server.get(path, async () => 'free');
    await server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const measured = async (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await metrics.text())![1]);
  const underWay = async (wanted: number) => {
    while ((await measured('parley_requests_under_way')) !== wanted) await new Promise(setImmediate);
  };
  const begin = (path: string) => {
    const sent = request(url + path);
    sent.on('error', () => undefined); // it is cut off
    sent.flushHeaders();
    return sent;
  };

  it('refuses requests beyond its capacity with a retry time, and still serves probes and events', async () => {
    const held = [fetch(`${url}/held`), fetch(`${url}/held`)];
    await underWay(2);
    const refused = await fetch(url);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { result: 'error', msg: 'The server is not ready.', code: 'SERVER_NOT_READY' },
    ]);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-5]$/);
    for (const path of ['/health/ready', '/api/v1/events']) expect((await fetch(url + path)).status).toBe(200);
    expect(await measured('parley_requests_refused_total')).toBe(1);

    release();
    for (const one of held) expect(await (await one).text()).toBe('held');
    await underWay(0);
    expect((await fetch(url)).status).toBe(200);
  });

  it('has room again when clients disconnect before their answers', async () => {
    const gone = [begin('/held'), begin('/held')];
    await underWay(2);
    for (const one of gone) one.destroy();
    await underWay(0);
    release();
    expect((await fetch(url)).status).toBe(200);
  });

  it('reserves no place for a request that has not arrived yet', async () => {
    const slow = Array.from({ length: 5 }, () => {
      const sent = request(`${url}/body`, { method: 'POST', headers: { 'content-length': '900' } });
      sent.on('error', () => undefined);
      sent.write('x');
      return sent;
    });
    await Promise.all(slow.map((sent) => once(sent, 'socket')));
    expect((await fetch(`${url}/body`, { method: 'POST', body: 'x' })).status).toBe(200);
    expect(await measured('parley_requests_under_way')).toBe(0);
    for (const one of slow) one.destroy();
  });
});
