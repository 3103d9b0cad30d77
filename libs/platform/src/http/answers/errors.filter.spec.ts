import Fastify, { FastifyInstance } from 'fastify';
import type { Log } from '../../log/log';
import { ErrorsFilter } from './errors.filter';
import { Routes } from '../routes';

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
    server.setErrorHandler((error, request, reply) => filter.answer(error, request, reply));
    server.get('/', async () => {
      throw fault;
    });
  });

  afterEach(() => server.close());

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'ESTALE'])(
    'answers that files cannot be stored after %s, with a time to retry',
    async (code) => {
      fault = Object.assign(new Error('no space left on device, write'), { code });
      const answer = await server.inject('/');
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toEqual({
        result: 'error',
        msg: 'The server cannot keep files at the moment.',
        code: 'SERVER_NOT_READY',
      });
      expect(answer.headers['retry-after']).toBe('60');
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
    const answer = await server.inject('/');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { result: 'error', msg: 'The server is not ready.', code: 'SERVER_NOT_READY' },
    ]);
    expect(answer.headers['retry-after']).toMatch(/^[1-5]$/);
    expect(logged).toEqual([words]);
  });

  it('reveals nothing of other errors, and logs them', async () => {
    fault = Object.assign(new Error('secret'), { code: 'ENOENT' });
    const answer = await server.inject('/');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ result: 'error', msg: 'Internal server error' });
    expect(logged).toEqual(['request failed']);
  });
});
