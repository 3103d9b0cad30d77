import Fastify, { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { connect, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Metrics } from '../../metrics/metrics';
import { RequestBodies } from './request-body';
import { endSlowSenders } from '../admission/slow-senders';

const KIB = 1024;

/** A server that reads bodies by `RequestBodies`. */
class Reader {
  readonly server: FastifyInstance = Fastify();
  readonly metrics = new Metrics();
  readonly clients: Socket[] = [];
  private port: number;

  constructor(mostBytes: number) {
    const bodies = new RequestBodies(this.metrics, mostBytes);
    this.server.removeAllContentTypeParsers();
    this.server.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
    this.server.addHook('onSend', (request, _reply, payload, done) => {
      bodies.release(request.raw);
      done(null, payload);
    });
    this.server.post('/', async ({ raw }: FastifyRequest, reply: FastifyReply) =>
      String((await bodies.read(raw, reply.raw, mostBytes)).length),
    );
  }

  async listen(): Promise<void> {
    await this.server.listen({ port: 0, host: '127.0.0.1' });
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  /** Announces a body and sends some of it. */
  send(announced: number, sent: number): { socket: Socket; closed: Promise<string> } {
    const socket = connect(this.port, '127.0.0.1');
    this.clients.push(socket);
    let answer = '';
    socket.on('error', () => undefined).on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${announced}\r\n\r\n`);
    socket.write('x'.repeat(sent));
    return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve(answer))) };
  }

  async measured(name: string): Promise<number> {
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await this.metrics.text())![1]);
  }

  async holds(bytes: number): Promise<void> {
    while ((await this.measured('parley_request_body_bytes')) !== bytes) await new Promise(setImmediate);
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.destroy();
    await this.server.close();
  }
}

describe('bodies of requests', () => {
  let reader: Reader;
  afterEach(() => reader.stop());

  it('of many clients have a common limit: the one with the longest upload ends', async () => {
    reader = new Reader(100 * KIB);
    await reader.listen();
    const first = reader.send(60 * KIB, 40 * KIB);
    await reader.holds(40 * KIB);
    reader.send(60 * KIB, 40 * KIB);
    await reader.holds(80 * KIB);
    const whole = reader.send(50 * KIB, 50 * KIB);
    expect(await first.closed).toBe('');
    expect(await whole.closed).toMatch(/\r\n\r\n51200$/);
    await reader.holds(40 * KIB);
  });

  it('are held until the answer only', async () => {
    reader = new Reader(100 * KIB);
    await reader.listen();
    for (let turn = 0; turn < 3; turn++) await reader.send(90 * KIB, 90 * KIB).closed;
    await reader.holds(0);
    const cut = reader.send(90 * KIB, 10 * KIB);
    await reader.holds(10 * KIB);
    cut.socket.destroy();
    await reader.holds(0);
  });

  it('that arrive too slowly end with their connection, steady ones do not', async () => {
    reader = new Reader(1024 * KIB);
    endSlowSenders(reader.server, reader.metrics, { graceMs: 60, bytesPerSecond: 10 * KIB, everyMs: 20 });
    await reader.listen();
    const steady = reader.send(64 * KIB, KIB);
    let left = 63;
    const sending = setInterval(() => {
      if (left-- > 0) steady.socket.write('x'.repeat(KIB));
    }, 10);
    const trickling = reader.send(64 * KIB, 1);
    const dripping = setInterval(() => trickling.socket.write('x'), 10);
    expect(await trickling.closed).toBe('');
    clearInterval(dripping);
    expect(await steady.closed).toMatch(/\r\n\r\n65536$/);
    clearInterval(sending);
    expect(await reader.measured('parley_slow_senders_cut_total')).toBe(1);
  });
});
