import Fastify, { FastifyInstance } from 'fastify';
import { AddressInfo, connect } from 'node:net';
import { refuseWhileClosing } from './closing';

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`;

describe('refuseWhileClosing', () => {
  let server: FastifyInstance;
  let release: () => void;
  /** Resolves when a request for the path has come in. */
  let arrivals: Map<string, () => void>;
  const arrival = (path: string) => new Promise<void>((resolve) => arrivals.set(path, resolve));

  beforeEach(async () => {
    arrivals = new Map();
    const held = new Promise<void>((resolve) => (release = resolve));
    server = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' });
    server.addHook('onRequest', async ({ url }) => arrivals.get(url)?.());
    refuseWhileClosing(server);
    server.get('/held', async () => {
      await held;
      return 'finished';
    });
    server.get('/late', async () => 'answered');
    await server.listen({ port: 0, host: '127.0.0.1' });
  });

  it('finishes running requests, and refuses later ones on the same connection', async () => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => socket.on('close', resolve));

    const [first, second] = [arrival('/held'), arrival('/late')];
    socket.write(request('/held'));
    await first;
    const closed = server.close();
    socket.write(request('/late'));
    await second;
    release();
    await Promise.all([closed, ended]);

    const answers = Buffer.concat(chunks).toString();
    expect(answers).toContain('finished');
    expect(answers).toContain('HTTP/1.1 503');
    expect(answers).not.toContain('answered');
  });

  it('ends with the running requests, though a client would keep the connection', async () => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => socket.on('close', resolve));
    const held = arrival('/held');
    socket.write(request('/held'));
    await held;
    const closed = server.close();
    while (server.server.listening) await new Promise(setImmediate);
    release();
    await Promise.all([closed, ended]);
    expect(Buffer.concat(chunks).toString()).toContain('finished');
  });
});
