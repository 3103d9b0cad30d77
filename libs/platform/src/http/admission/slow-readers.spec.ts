import Fastify, { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Metrics } from '../../metrics/metrics';
import { boundSlowReaders } from './slow-readers';

const MIB = 1024 * 1024;

/** A server that keeps 40 MiB for those who read slowly, and answers with 16 MiB. */
describe('a server whose answers are not read', () => {
  let server: FastifyInstance;
  let port: number;
  const metrics = new Metrics();
  const clients: Socket[] = [];
  beforeAll(async () => {
    server = Fastify();
    boundSlowReaders(server, metrics, { bytes: 40 * MIB, everyMs: 20 });
    server.get('/long', async () => 'x'.repeat(16 * MIB));
    server.get('/', async () => 'short');
    await server.listen({ port: 0, host: '127.0.0.1' });
    port = (server.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });
  afterAll(() => server.close());

  const measured = async (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await metrics.text())![1]);
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise(setImmediate);
  };
  /** Asks, and reads nothing of what comes. */
  const ask = (path: string) => {
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined); // it is cut off
    clients.push(client);
    client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return client;
  };

  it('keeps answers of slow clients, disconnects the slowest over the limit, and serves the others', async () => {
    const slowest = ask('/long');
    const gone = once(slowest.resume().pause(), 'close');
    await until(async () => (await measured('parley_unread_bytes')) > 10 * MIB);
    ask('/long');
    await until(async () => (await measured('parley_unread_bytes')) > 20 * MIB);
    expect(await measured('parley_slow_readers_cut_total')).toBe(0);
    ask('/long');
    await until(async () => (await measured('parley_slow_readers_cut_total')) === 1);
    expect(await measured('parley_unread_bytes')).toBeLessThanOrEqual(40 * MIB);
    slowest.resume();
    await gone;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('short');
    expect((await (await fetch(`http://127.0.0.1:${port}/long`)).text()).length).toBe(16 * MIB);
  });
});
