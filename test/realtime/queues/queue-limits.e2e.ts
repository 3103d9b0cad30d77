import { ResidentQueues } from '../../../libs/realtime/src/delivery/resident-queues.service';
import { QueueProgressSaver } from '../../../libs/realtime/src/delivery/queue-progress-saver.service';
import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const MAX_QUEUES = 100;
const REGISTRATIONS = 1_000;
const AT_ONCE = 10;
const SMALL = { event_types: ['message'], fetch_event_types: [] };
/** What clients can make nodes keep in memory. */
describe('the queues of a user', () => {
  let world: World;
  let ana: Person;
  let mallory: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, mallory] = [await world.member('ana'), await world.member('mallory')];
  });
  afterAll(() => world.stop());

  const metric = async (name: string) => {
    const text = await (await fetch(`${world.nodes[0].url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)![1]);
  };
  const rowsOf = async ({ id }: Person) =>
    (await world.sql<{ n: number }>('SELECT count(*)::int AS n FROM event_queue WHERE user_id = $1', [id]))[0].n;
  const held = () => [...world.service(ResidentQueues).all()];
  const codeOf = async (queue: EventQueue) =>
    (await queue.person.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true })).body
      .code;

  it.each([
    ['more than 100 event types', { event_types: Array.from({ length: 101 }, (_, n) => `type_${n}`) }, 'event_types'],
    ['an event type of 61 characters', { event_types: ['x'.repeat(61)] }, 'event_types[0]'],
    [
      'more than 100 types to fetch',
      { fetch_event_types: Array.from({ length: 101 }, () => 'x') },
      'fetch_event_types',
    ],
    ['an operand of 1,001 characters', { narrow: [['topic', 'x'.repeat(1_001)]] }, 'narrow[0]'],
    [
      'a narrow of more than 10,000 characters',
      { narrow: Array.from({ length: 20 }, () => ['search', 'x'.repeat(999)]) },
      'narrow',
    ],
  ])('are refused with %s', async (_, parameters, name) => {
    const before = await rowsOf(mallory);
    const { status, body } = await mallory.post('register', { ...SMALL, ...parameters });
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', `${name} is too long`]);
    expect(await rowsOf(mallory)).toBe(before);
  });

  it('may name 100 types of 60 characters, unknown ones too, and operands of 1,000', async () => {
    const types = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(60, 'x'));
    const narrow = [['topic', 'x'.repeat(1_000)]];
    const queue = await mallory.register({ event_types: types, fetch_event_types: [], narrow });
    expect(await codeOf(queue)).toBeUndefined();
  });

  it('end from the least recently polled one on where there are more than 100', async () => {
    const queues: EventQueue[] = [];
    for (let made = 0; made < MAX_QUEUES; made++) queues.push(await ana.register(SMALL));
    await queues[0].poll({ dont_block: true });
    for (const { app } of world.nodes) await app.get(QueueProgressSaver, { strict: false }).saveAll();
    const another = await ana.register(SMALL);
    await world.settled();
    expect(await Promise.all([queues[0], queues[1], queues[2], another].map(codeOf))).toEqual([
      undefined,
      'BAD_EVENT_QUEUE_ID',
      undefined,
      undefined,
    ]);
  });

  it('are not polled by what their node notes of them', async () => {
    const { id } = await mallory.register(SMALL);
    const longAgo = `created_at = created_at - interval '10 s', last_seen_at = last_seen_at - interval '10 s'`;
    await world.sql(`UPDATE event_queue SET ${longAgo} WHERE id = $1`, [id]);
    for (const { app } of world.nodes) await app.get(QueueProgressSaver, { strict: false }).saveAll();
    const text = 'SELECT last_seen_at > created_at AS "isPolled" FROM event_queue WHERE id = $1';
    expect(await world.sql(text, [id])).toEqual([{ isPolled: false }]);
  });

  it('take a limited amount of memory when a client registers a thousand times and never polls', async () => {
    const others = await world.owner.register({ event_types: ['message'] });
    const waiting = others.until(({ type }) => type === 'message');
    const first = await mallory.register(SMALL);
    for (let made = 0; made < REGISTRATIONS; made += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => mallory.register(SMALL)));
    await world.settled();
    expect(await rowsOf(mallory)).toBe(MAX_QUEUES);
    expect(held().filter(({ viewer }) => viewer.userId === mallory.id).length).toBeLessThanOrEqual(MAX_QUEUES);
    expect(await codeOf(first)).toBe('BAD_EVENT_QUEUE_ID');
    expect(await metric('parley_event_queue_bytes_of_one_user')).toBeLessThan(1024 * 1024);
    const id = await world.owner.sendTo([world.owner, mallory], 'all the same');
    expect((await waiting).message).toMatchObject({ id });
  });

  it('are counted with their waiting events, until these are acknowledged', async () => {
    const bo = await world.member('bo');
    const queue = await bo.register(SMALL);
    const before = world.service(ResidentQueues).bytes.all;
    for (let sent = 0; sent < 5; sent++) await world.owner.sendTo([bo], 'x'.repeat(9_000));
    await world.settled();
    expect(world.service(ResidentQueues).bytes.all - before).toBeGreaterThan(45_000);
    await queue.drain();
    await queue.poll({ dont_block: true });
    await until(() => world.service(ResidentQueues).find(queue.id)!.bytes < 9_000);
  });
});
