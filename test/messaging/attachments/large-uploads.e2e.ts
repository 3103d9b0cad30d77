import { createHash } from 'node:crypto';
import { IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const MIB = 1024 * 1024;
const SIZE = 96 * MIB;
/** The memory of client and server, which share a process here, including garbage. */
const MAX_BYTES = 48 * MIB;

/** Uploads and downloads are streamed and never held in memory as a whole. */
describe('large files', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const piece = Buffer.alloc(64 * 1024, 'parley');
  const sum = (() => {
    const hash = createHash('sha256');
    for (let sent = 0; sent < SIZE; sent += piece.length) hash.update(piece);
    return hash.digest('hex');
  })();

  function* form(): Generator<Buffer> {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="f"; filename="large.bin"\r\n\r\n');
    for (let sent = 0; sent < SIZE; sent += piece.length) yield piece;
    yield Buffer.from('\r\n--x--\r\n');
  }

  /** The most memory of buffers during the work, beyond what they used before. */
  const watched = async <T>(work: () => Promise<T>): Promise<{ result: T; most: number }> => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5);
    try {
      return { result: await work(), most };
    } finally {
      clearInterval(timer);
    }
  };
  const ask = (path: string, method: string, headers: Record<string, string> = {}) => {
    const sending = request(world.url + path, { method, headers: { authorization: ana.authorization, ...headers } });
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      sending.once('response', resolve).once('error', reject),
    );
    return { sending, answer };
  };

  it('are streamed in both directions', async () => {
    const taken = await watched(async () => {
      const type = { 'content-type': 'multipart/form-data; boundary=x' };
      const { sending, answer } = ask('/api/v1/user_uploads', 'POST', type);
      await pipeline(Readable.from(form()), sending);
      return (await json(await answer)) as { url: string };
    });
    expect(taken.most).toBeLessThan(MAX_BYTES);
    const given = await watched(async () => {
      const { sending, answer } = ask(taken.result.url, 'GET');
      sending.end();
      const hash = createHash('sha256');
      for await (const bytes of await answer) hash.update(bytes as Buffer);
      return hash.digest('hex');
    });
    expect(given.most).toBeLessThan(MAX_BYTES);
    expect(given.result).toBe(sum);
  });

  it('cost no memory when the client stops reading', async () => {
    const { sending, answer } = ask('/api/v1/attachments', 'GET');
    sending.end();
    const [{ path_id }] = ((await json(await answer)) as { attachments: { path_id: string }[] }).attachments;
    const { most } = await watched(async () => {
      const halves = Array.from({ length: 8 }, () => ask(`/user_uploads/${path_id}`, 'GET'));
      for (const one of halves) one.sending.end();
      const answers = await Promise.all(halves.map((one) => one.answer));
      await new Promise((resolve) => answers[0].once('readable', resolve));
      for (const one of answers) one.destroy();
    });
    expect(most).toBeLessThan(MAX_BYTES);
    expect((await ana.ok('GET', 'users/me')).user_id).toBe(ana.id);
  });
});
