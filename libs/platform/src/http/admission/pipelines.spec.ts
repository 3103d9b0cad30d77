import Fastify, { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { answerInTurn } from './pipelines';

const AT_ONCE = 8;

describe('pipelined requests', () => {
  let server: FastifyInstance;
  let port: number;
  const clients: Socket[] = [];
  /** What was begun and not answered yet, in the order in which it came. */
  let begun: { path: string; socket: Socket; answer: () => void }[] = [];
  beforeAll(async () => {
    server = Fastify();
    answerInTurn(server.server, null, AT_ONCE);
    server.get('/held/:name', async ({ url, raw: { socket } }) => {
      await new Promise<void>((answer) => begun.push({ path: url, socket, answer }));
      return `(${url})`;
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    port = (server.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
    begun = [];
  });
  afterAll(() => server.close());

  const send = (names: string[]) => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined); // it may be cut off
    clients.push(client);
    client.write(names.map((name) => `GET /held/${name} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
    return client;
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(setImmediate);
  };
  const paths = () => begun.map(({ path }) => path);
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at));

  it('begin one by one, each after the answer to the one before', async () => {
    let text = '';
    send(['a', 'b', 'c'])
      .setEncoding('utf8')
      .on('data', (piece: string) => (text += piece));
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      await until(() => begun.length > at);
      expect(paths()).toEqual(['/held/a', '/held/b', '/held/c'].slice(0, at + 1));
      begun[at].answer();
      await until(() => text.includes(`(/held/${name})`));
    }
  });

  it('delay no other connection', async () => {
    send(['a', 'b']);
    await until(() => begun.length === 1);
    send(['c']);
    await until(() => begun.length === 2);
    expect(paths()).toEqual(['/held/a', '/held/c']);
  });

  it('do not begin after the client has disconnected', async () => {
    const client = send(['a', 'b']);
    await until(() => begun.length === 1);
    const [{ socket }] = begun;
    client.destroy();
    await once(socket, 'close');
    begun[0].answer();
    send(['c']);
    await until(() => begun.length === 2);
    expect(paths()).toEqual(['/held/a', '/held/c']);
  });

  it('are answered up to a limit, beyond which the connection ends', async () => {
    const few = send(numbered(AT_ONCE));
    let text = '';
    few.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    for (let at = 0; at < AT_ONCE; at++) {
      await until(() => begun.length > at);
      begun[at].answer();
    }
    await until(() => text.includes(`(/held/${AT_ONCE - 1})`));
    begun = [];
    await once(send(numbered(AT_ONCE + 1)).resume(), 'close');
    expect(paths()).toEqual(['/held/0']);
  });
});
