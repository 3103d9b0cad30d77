import { ResidentQueues } from '../../../libs/realtime/src/delivery/resident-queues.service';
import { Heartbeats } from '../../../libs/realtime/src/delivery/heartbeats.service';
import type { NodeProcess } from '../../scale/node-process';
import { Browser } from '../../support/browser';
import type { Event } from '../../support/event-queue';
import { EventStreamConnection } from '../../support/event-stream';
import { NodeHost } from '../../support/node-host';
import type { Person } from '../../support/person';
import { RawClient } from '../../support/raw-client';
import { until } from '../../support/until';
import { World } from '../../support/world';

const open = EventStreamConnection.open.bind(EventStreamConnection);
const contentOf = ({ message }: Event): string => (message as { content: string }).content;

describe('The event stream of a queue', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start({}, 1);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
  });
  afterAll(() => world.stop());

  const registered = async (person = bo) => (await person.register({ event_types: ['message'] })).id;
  const say = (text: string) => ana.send('plans', 'streams', text);
  const waits = (queueId: string) => () => Boolean(world.service(ResidentQueues).find(queueId)?.waiting);

  it('sends waiting and new events, each as a message with its id', async () => {
    const queueId = await registered();
    await say('before');
    const stream = await open(bo, queueId);
    const { headers } = stream.response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no']);
    expect((await stream.take(1)).map(contentOf)).toEqual(['before']);
    await say('after');
    await say('and more');
    const later = await stream.take(2);
    expect(later.map(contentOf)).toEqual(['after', 'and more']);
    expect(later[1].id).toBeGreaterThan(later[0].id);
    stream.close();
  });

  it('continues after the id in the header, which wins over the address', async () => {
    const queueId = await registered();
    for (const text of ['one', 'two', 'three']) await say(text);
    const first = await open(bo, queueId);
    const [, two] = await first.take(2);
    first.close();
    const second = await open(bo, queueId, { header: two.id });
    expect((await second.take(1)).map(contentOf)).toEqual(['three']);
    second.close();
  });

  it('acknowledges no events: a broken stream sends them again', async () => {
    const queueId = await registered();
    const first = await open(bo, queueId);
    await say('seen twice');
    await first.take(1);
    first.close();
    const second = await open(bo, queueId);
    expect((await second.take(1)).map(contentOf)).toEqual(['seen twice']);
    second.close();
  });

  it('reads the same queue as polls', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const stream = await open(bo, queue.id);
    await say('by stream');
    const [{ id }] = await stream.take(1);
    stream.close();
    queue.lastEventId = id;
    await say('by poll');
    expect((await queue.poll()).map(contentOf)).toEqual(['by poll']);
  });

  it('ends when a poll or another stream of the same queue begins', async () => {
    const queueId = await registered();
    const first = await open(bo, queueId);
    await until(waits(queueId));
    const second = await open(bo, queueId);
    expect((await first.rest()).map(({ type }) => type)).toEqual(['heartbeat']);
    await say('for the second');
    expect((await second.take(1)).map(contentOf)).toEqual(['for the second']);
    second.close();
  });

  it('does not wait if the client asks for that', async () => {
    const queueId = await registered();
    await say('there already');
    await world.settled();
    const stream = await open(bo, queueId, { dontBlock: true });
    expect((await stream.rest()).map(contentOf)).toEqual(['there already']);
  });

  it('goes on after thousands of events, and sends again what a client has not received', async () => {
    const queueId = (await bo.register({ event_types: ['typing'] })).id;
    const type = async (times: number) => {
      for (let turn = 0; turn < times; turn += 50)
        await Promise.all(
          Array.from({ length: 50 }, () => ana.ok('POST', 'typing', { op: 'start', to: [bo.id], type: 'direct' })),
        );
    };
    await type(1_100);
    const stream = await open(bo, queueId);
    const first = await stream.take(1_100);
    await type(50);
    const ids = [...first, ...(await stream.take(50))].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    stream.close();
    const again = await open(bo, queueId, { header: ids[599] });
    expect((await again.take(550)).map(({ id }) => id)).toEqual(ids.slice(600));
    again.close();
    const last = await open(bo, queueId, { header: ids.at(-1) });
    await type(50);
    expect((await last.take(1))[0].id).toBeGreaterThan(ids.at(-1)!);
    last.close();
    expect((await open(bo, queueId, { header: ids[0] })).response.status).toBe(400);
  });

  it('buffers what a client does not read, and loses nothing', async () => {
    const queueId = await registered();
    const { pathname, search } = new URL(`${world.url}/api/v1/events?queue_id=${queueId}&last_event_id=-1`);
    const headers = { authorization: bo.authorization, accept: 'text/event-stream' };
    const slow = (await RawClient.to(world.url)).begin('GET', pathname + search, headers);
    await until(waits(queueId));
    slow.socket.pause();
    const sent: string[] = [];
    for (let number = 0; number < 400; number++) {
      sent.push(`${number} ${'x'.repeat(9_000)}`);
      await say(sent[number]);
    }
    await world.settled();
    const unread = /^parley_unread_bytes (\d+)/m.exec(await (await fetch(`${world.url}/metrics`)).text());
    expect(Number(unread![1])).toBeLessThan(2 * 1024 * 1024);
    slow.socket.destroy();
    const heard: string[] = [];
    for (let last = -1; heard.length < sent.length;) {
      const stream = await open(bo, queueId, { lastEventId: last });
      for (let event = await stream.next(); event && heard.length < sent.length; event = await stream.next()) {
        last = event.id;
        if (event.type === 'message') heard.push(contentOf(event));
      }
      stream.close();
    }
    expect(heard).toEqual(sent);
  });

  it('sends a heartbeat to a client without other events', async () => {
    const beats = world.service(Heartbeats);
    const usual = { ...beats };
    Object.assign(beats, { afterMs: 20, spreadMs: 0, betweenRoundsMs: 1 });
    const queueId = await registered();
    const stream = await open(bo, queueId);
    const [one, other] = [await stream.next(), await stream.next()];
    Object.assign(beats, usual);
    expect([one!.type, other!.type]).toEqual(['heartbeat', 'heartbeat']);
    await say('between beats');
    expect((await stream.take(1)).map(contentOf)).toEqual(['between beats']);
    stream.close();
  });

  it('frees its memory when the client disconnects', async () => {
    const queueId = await registered();
    const stream = await open(bo, queueId);
    await until(waits(queueId));
    stream.close();
    await until(() => !waits(queueId)());
  });

  it.each([
    ['that is unknown', async () => '00000000-0000-4000-8000-000000000000'],
    ['of another user', () => registered(ana)],
  ])('rejects a queue %s as a poll does', async (_which, queueOf) => {
    const queueId = await queueOf();
    const { response } = await open(bo, queueId);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queueId }),
    ]);
  });

  it('is available to a browser session under its own prefix', async () => {
    const browser = new Browser(world.url);
    await browser.logIn(bo.email);
    const { body } = await browser.json('POST', 'register', { event_types: ['message'] });
    const path = `/json/events?queue_id=${String(body.queue_id)}&last_event_id=-1&dont_block=true`;
    await say('for the session');
    await world.settled();
    const answer = await browser.send('GET', path, undefined, { headers: { accept: 'text/event-stream' } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await answer.text()).toContain('for the session');
  });

  it('ends when the account is deactivated, and cannot be opened again', async () => {
    const cy = await world.member('cy');
    const queueId = await registered(cy);
    const stream = await open(cy, queueId);
    await until(waits(queueId));
    await world.owner.ok('DELETE', `users/${cy.id}`);
    await stream.rest();
    const { response } = await open(cy, queueId);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'USER_DEACTIVATED']);
  });

  it('ends when its key is revoked, after the events before it', async () => {
    const dee = await world.member('dee');
    await ana.subscribe('plans', { principals: [dee.id] });
    const queueId = await registered(dee);
    const stream = await open(dee, queueId);
    await until(waits(queueId));
    await say('the last');
    await dee.ok('POST', 'users/me/api_key/regenerate');
    expect((await stream.rest()).filter(({ type }) => type === 'message').map(contentOf)).toEqual(['the last']);
    expect((await open(dee, queueId)).response.status).toBe(401);
  });
});

describe('An event stream whose node', () => {
  let host: NodeHost;
  let staying: NodeProcess;
  beforeAll(async () => {
    host = await NodeHost.open();
    staying = await host.startNode();
  });
  afterAll(() => host.close());

  it.each([
    ['is killed', (node: NodeProcess) => node.kill()],
    ['is told to end', (node: NodeProcess) => node.stop()],
  ])('%s ends, and continues at another node without loss or repetition', async (_how, end) => {
    const leaving = await host.startNode();
    const authorization = await host.authorization(staying);
    const ask = async (path: string, form: Record<string, string>) => {
      const request = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) };
      return (await (await fetch(`${staying.url}/api/v1/${path}`, request)).json()) as Record<string, unknown>;
    };
    const say = (text: string) => ask('saved_snippets', { title: text, content: text });
    const titleOf = (event: Event) => (event.saved_snippet as { title: string }).title;
    const queueId = (await ask('register', { event_types: '["saved_snippets"]' })).queue_id as string;
    const there = await open({ authorization, world: leaving }, queueId);
    await say('at the node that ends');
    const [first] = await there.take(1);
    const rest = there.rest();
    await end(leaving);
    const last = (await rest).at(-1)?.id ?? first.id;
    await say('at the node that stays');
    const here = await open({ authorization, world: staying }, queueId, { header: last });
    expect([first, ...(await here.take(1))].map(titleOf)).toEqual(['at the node that ends', 'at the node that stays']);
    here.close();
  });
});
