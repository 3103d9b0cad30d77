import Fastify, { FastifyInstance } from 'fastify';
import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { skipAbandonedRequests } from './abandoned-requests';

/** Asks for a change and hangs up; the test waits for the process, which does nothing else meanwhile. */
const CLIENT = `
const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1', () => {
  const request = process.argv[2] + ' / HTTP/1.1\\r\\nhost: x\\r\\ncontent-length: 0\\r\\n\\r\\n';
  socket.write(request, () => setTimeout(() => socket.destroy(), 50));
});
`;

describe('a server that was paused', () => {
  let server: FastifyInstance;
  let done: string[];
  beforeEach(async () => {
    done = [];
    server = Fastify();
    skipAbandonedRequests(server, { atLeastMs: 40, aftermathMs: 60_000 });
    for (const method of ['GET', 'POST', 'PUT'] as const)
      server.route({ method, url: '/', handler: async () => done.push(method) });
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());

  const port = () => (server.server.address() as AddressInfo).port;
  const askAndGo = (method: string) => execFileSync(process.execPath, ['-e', CLIENT, String(port()), method]);
  const ask = async (method: string) => (await fetch(`http://127.0.0.1:${port()}`, { method })).status;
  const idle = async () => {
    while ((await connections()) > 0) await new Promise(setImmediate);
  };
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const seen = () => new Promise<void>((resolve) => server.server.once('connection', () => resolve()));

  it('does not execute a change whose client has gone', async () => {
    const connected = seen();
    askAndGo('POST');
    await connected;
    await idle();
    expect(await ask('PUT')).toBe(200); // whatever was found before is decided by then
    expect(done).toEqual(['PUT']);
  });

  it('answers clients that still wait, and requests that change nothing', async () => {
    const connected = seen();
    askAndGo('GET');
    await connected;
    expect(await ask('POST')).toBe(200);
    expect(done.toSorted()).toEqual(['GET', 'POST']);
  });
});
