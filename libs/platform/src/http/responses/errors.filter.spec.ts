import Fastify, { FastifyInstance, FastifyReply } from 'fastify';
import { once } from 'node:events';
import { AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import type { Log } from '../../log/log';
import { ErrorsFilter } from './errors.filter';
import { Routes } from '../routes';
import { sendsWrittenJson, WrittenJson } from './written-json';

describe('ErrorsFilter', () => {
  let server: FastifyInstance;
  let logged: string[];
  let fault: Error;

  beforeEach(() => {
    logged = [];
    const note = (message: string) => logged.push(message);
    const log = { error: note, warn: note } as unknown as Log;
    const filter = new ErrorsFilter(log, new Routes());
    server = Fastify();
    server.setErrorHandler((error, request, reply) => filter.respond(error, request, reply));
    server.get('/', async () => {
      throw fault;
    });
  });

  afterEach(() => server.close());

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'ESTALE'])(
    'answers that files cannot be stored after %s, with a time to retry',
    async (code) => {
      fault = Object.assign(new Error('no space left on device, write'), { code });
      const response = await server.inject('/');
      expect(response.statusCode).toBe(503);
      expect(response.json()).toEqual({
        result: 'error',
        msg: 'The server cannot keep files at the moment.',
        code: 'SERVER_NOT_READY',
      });
      expect(response.headers['retry-after']).toBe('60');
      expect(logged).toEqual(['files cannot be kept']);
    },
  );

  it.each([
    ['the database is away', '53100', 'could not extend file "base/1/2": No space left on device'],
    ['the database is away', '25006', 'cannot execute INSERT in a read-only transaction'],
    ['the database is away', undefined, 'Query read timeout'],
    ['the database took too long', '57014', 'canceling statement due to statement timeout'],
    ['the database took too long', '40P01', 'deadlock detected'],
  ])('answers that %s after %s, with a time to retry', async (words, code, message) => {
    fault = Object.assign(new Error(message), code && { code });
    const response = await server.inject('/');
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { result: 'error', msg: 'The server is not ready.', code: 'SERVER_NOT_READY' },
    ]);
    expect(response.headers['retry-after']).toMatch(/^[1-5]$/);
    expect(logged).toEqual([words]);
  });

  it('reveals nothing of other errors, and logs them', async () => {
    fault = Object.assign(new Error('secret'), { code: 'ENOENT' });
    const response = await server.inject('/');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ result: 'error', msg: 'Internal server error' });
    expect(logged).toEqual(['request failed']);
  });

  describe('of a client that hangs up', () => {
    let warnings: Error[];
    const warn = (warning: Error) => warnings.push(warning);
    beforeEach(() => {
      warnings = [];
      process.on('warning', warn);
    });
    afterEach(() => process.off('warning', warn));

    /** The client leaves while the answer is made. */
    async function cutOff(make: (reply: FastifyReply) => unknown): Promise<void> {
      const answered = new Promise<void>((resolve) => {
        server.post('/long', async (_request, reply) => {
          for (let listener = 0; listener < 3; listener++) reply.raw.once('close', () => undefined); // those of our hooks
          client.destroy();
          await once(reply.raw, 'close');
          setImmediate(() => setImmediate(resolve));
          return make(reply);
        });
      });
      await server.listen({ port: 0, host: '127.0.0.1' });
      const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
      const headers = 'host: x\r\ncontent-type: application/json\r\ncontent-length: 2';
      client.write(`POST /long HTTP/1.1\r\n${headers}\r\n\r\n{}`);
      await answered;
    }

    it.each<[string, (reply: FastifyReply) => unknown]>([
      ['a file', () => Readable.from(['some', 'bytes'])],
      [
        'JSON that was serialised before',
        (reply) => {
          sendsWrittenJson(reply);
          return { list: new WrittenJson([Buffer.from(JSON.stringify('x'.repeat(100_000)))]) };
        },
      ],
    ])('logs no error and leaves no listeners behind: %s', async (_name, make) => {
      await cutOff(make);
      expect([logged, warnings]).toEqual([[], []]);
    });

    it('logs an answer whose source ends too early for a client that waits', async () => {
      fault = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      expect((await server.inject('/')).statusCode).toBe(500);
      expect(logged).toEqual(['request failed']);
    });
  });
});
