import type { RunningServer } from '../../../apps/server/src/boot';
import { SendKeyCleanup } from '../../../libs/messaging/src/sending/send-key-cleanup.service';
import { encode, Parameters, Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

/** Clients that did not get an answer repeat the request (mistake 25). */
describe('a repeated send', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('office', { principals: [ana.id, ben.id] });
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const inChannel = (content: string, parameters: Parameters = {}): Parameters => ({
    type: 'channel',
    to: 'office',
    topic: 't',
    content,
    ...parameters,
  });
  const keyed = async (key: string, parameters: Parameters, { url = world.url, person = ana } = {}) => {
    const headers = { authorization: person.authorization, 'idempotency-key': key, 'user-agent': 'ParleyTest/1.0' };
    const response = await fetch(`${url}/api/v1/messages`, { method: 'POST', headers, body: encode(parameters) });
    const body = (await response.json()) as { id?: number; msg: string; code?: string };
    world.observe('POST', 'messages', [...Object.keys(parameters), 'Idempotency-Key'], response.status, body as never);
    return { status: response.status, ...body };
  };
  const countOf = async (content: string): Promise<number> =>
    (await world.sql<{ count: number }>('SELECT count(*)::int AS count FROM message WHERE content = $1', [content]))[0]
      .count;

  it('under the same queue and local id is answered with the first message', async () => {
    const queue = await ana.register();
    const name = { queue_id: queue.id, local_id: '17.01' };
    const first = await ana.ok('POST', 'messages', inChannel('once', name));
    const again = await ana.ok('POST', 'messages', inChannel('once', name));
    expect(again).toEqual({ result: 'success', msg: '', id: first.id });
    expect(await countOf('once')).toBe(1);
    const echoes = (await queue.drain()).filter(({ local_message_id }) => local_message_id === '17.01');
    expect(echoes).toHaveLength(1);
    await ana.ok('POST', 'messages', inChannel('once', { ...name, local_id: '17.02' }));
    await ben.ok('POST', 'messages', inChannel('once', name));
    expect(await countOf('once')).toBe(3);
    const { status, body } = await ana.post('messages', inChannel('another', name));
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await countOf('another')).toBe(0);
  });

  it('under the same key is answered with the first message', async () => {
    const direct = { type: 'direct', to: [ben.id], content: 'directly' };
    for (const [key, parameters] of [
      ['channel-key', inChannel('by key')],
      ['direct-key', direct],
    ] as const) {
      const first = await keyed(key, parameters);
      expect(await keyed(key, parameters)).toMatchObject({ status: 200, id: first.id });
      expect(await keyed(key, parameters, { url: other.url })).toMatchObject({ status: 200, id: first.id });
      expect(await countOf(parameters.content as string)).toBe(1);
    }
    expect(await keyed('channel-key', inChannel('by key'), { person: ben })).toMatchObject({ status: 200 });
    expect(await countOf('by key')).toBe(2);
  });

  it('creates one message, on any node, for concurrent requests', async () => {
    const urls = Array.from({ length: 16 }, (_, n) => (n % 2 ? world.url : other.url));
    const sent = await Promise.all(urls.map((url) => keyed('all-at-once', inChannel('crowd'), { url })));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent.map(({ status }) => status)).toEqual(urls.map(() => 200));
    expect(await countOf('crowd')).toBe(1);
    const direct = { type: 'direct', to: [ben.id, world.owner.id], content: 'crowd of three' };
    const both = await Promise.all(urls.map((url) => keyed('all-of-three', direct, { url })));
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    expect(await countOf('crowd of three')).toBe(1);
  });

  it('is refused where another text was sent under the key', async () => {
    await keyed('only-once', inChannel('the one'));
    for (const parameters of [
      inChannel('the other'),
      inChannel('the one', { topic: 'u' }),
      { type: 'direct', to: [ben.id], content: 'the one' },
    ]) {
      expect(await keyed('only-once', parameters)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    }
    expect([await countOf('the one'), await countOf('the other')]).toEqual([1, 0]);
  });

  it.each(['short', 'x'.repeat(201), 'with space', 'with-ümlaut'])('rejects the key %s', async (key) => {
    const { status, code, msg } = await keyed(key, inChannel('never'));
    expect([status, code]).toEqual([400, 'BAD_REQUEST']);
    expect(msg).toContain('Idempotency-Key');
    expect(await countOf('never')).toBe(0);
    expect((await keyed('x'.repeat(key.length % 9 || 8).padEnd(8, 'y'), inChannel('ever'))).status).toBe(200);
  });

  it('is answered even if the sender has lost the permission', async () => {
    await ana.subscribe('closing');
    const parameters = { ...inChannel('in time'), to: 'closing' };
    const { id } = await keyed('before-closing', parameters);
    await world.owner.ok('DELETE', `streams/${await ana.channelId('closing')}`);
    expect(await keyed('before-closing', parameters)).toMatchObject({ status: 200, id });
    expect(await keyed('after-closing', parameters)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('is sent if the first attempt was refused', async () => {
    const parameters = { ...inChannel('later'), to: 'to come' };
    expect(await keyed('before-opening', parameters)).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' });
    await ana.subscribe('to come');
    expect(await keyed('before-opening', parameters)).toMatchObject({ status: 200 });
  });

  it('is recognised for a day', async () => {
    const { id } = await keyed('of-today', inChannel('today'));
    await keyed('of-yesterday', inChannel('yesterday'));
    await world.sql("UPDATE send_key SET created_at = now() - interval '25 hours' WHERE message_id > $1", [id]);
    await world.service(SendKeyCleanup).work();
    expect(await keyed('of-today', inChannel('today'))).toMatchObject({ id });
    await keyed('of-yesterday', inChannel('yesterday'));
    expect(await countOf('yesterday')).toBe(2);
  });
});
