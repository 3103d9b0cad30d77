import { Transactions } from '@app/platform';
import type { RunningServer } from '../../../apps/server/src/boot';
import { NoticeWriter } from '../../../libs/messaging/src/notices/notice-writer.service';
import { NoticeSender } from '../../../libs/messaging/src/notices/notice-sender.service';
import { NoticeRepository } from '../../../libs/messaging/src/notices/notice.repository';
import { Notices } from '@app/messaging';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Every notice is sent once, by any node, after any failure. */
describe('notices of several nodes', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let channelId: number;
  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal' });
    ana = await world.member('ana');
    await ana.subscribe('plans');
    channelId = await ana.channelId('plans');
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  const senderOf = (node: RunningServer) => node.app.get(NoticeSender, { strict: false });
  const sent = async (topic: string) =>
    (
      await world.sql<{ content: string }>('SELECT content FROM message WHERE topic = $1 ORDER BY content', [topic])
    ).map(({ content }) => content);
  const waiting = async () =>
    (await world.sql<{ count: number }>('SELECT count(*)::int AS count FROM notice'))[0].count;
  /** A notice of a node that died right after the commit. */
  const leave = (topic: string, count: number, dueIn = '0 s') =>
    world.sql<{ id: number }>(
      `INSERT INTO notice (organization_id, channel_id, topic, content, due_at)
       SELECT $1, $2, $3, 'notice ' || lpad(n::text, 3, '0'), now() + $5::interval FROM generate_series(1, $4::int) n
       RETURNING id`,
      [world.organizationId, channelId, topic, count, dueIn],
    );
  const expected = (count: number) =>
    Array.from({ length: count }, (_, at) => `notice ${String(at + 1).padStart(3, '0')}`);
  const gone = () => until(async () => (await waiting()) === 0);

  it('are sent by another node when a node dies after its commit', async () => {
    await leave('left', 5);
    await gone();
    expect(await sent('left')).toEqual(expected(5));
  });

  it('are sent once when two nodes and a request process them', async () => {
    const ids = (await leave('raced', 40)).map(({ id }) => id);
    const signal = new AbortController().signal;
    const here = senderOf(world.server);
    const there = senderOf(other);
    await Promise.all([here.sendNow(ids), there.sendNow([...ids].reverse()), here.work(signal), there.work(signal)]);
    await gone();
    expect(await sent('raced')).toEqual(expected(40));
  });

  it('are not lost when the sender fails between the claim and the commit', async () => {
    const claim = jest.spyOn(NoticeRepository.prototype, 'claim');
    let broken = 0;
    claim.mockImplementationOnce(async function (this: NoticeRepository, id: number) {
      const isOwn = await Object.getPrototypeOf(NoticeRepository.prototype).claim.call(this, id, true);
      expect(isOwn).toBe(true);
      broken++;
      // As after a kill of the process: PostgreSQL closes the connection and rolls back.
      await world.service(Transactions).required.client.query('SELECT pg_terminate_backend(pg_backend_pid())');
      return isOwn;
    });
    const [{ id }] = await leave('broken', 1, '1 hour');
    await senderOf(world.server).sendNow([id]);
    expect(broken).toBe(1);
    expect(await sent('broken')).toEqual([]);
    expect(await waiting()).toBe(1);
    await senderOf(other).sendNow([id]);
    expect(await sent('broken')).toEqual(expected(1));
    expect(await waiting()).toBe(0);
  });

  it('delay the answer of a request until they are sent, by any node', async () => {
    let enter: () => void = () => undefined;
    let go: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const held = new Promise<void>((resolve) => (go = resolve));
    const claim = Object.getPrototypeOf(NoticeRepository.prototype).claim as NoticeRepository['claim'];
    jest.spyOn(NoticeRepository.prototype, 'claim').mockImplementationOnce(async function (this: NoticeRepository, id) {
      const isOwn = await claim.call(this, id, false);
      enter();
      await held;
      return isOwn;
    });
    const [{ id }] = await leave('awaited', 1, '1 hour');
    const first = senderOf(other).sendNow([id]);
    await entered;
    let isAnswered = false;
    const second = senderOf(world.server)
      .sendNow([id])
      .then(() => (isAnswered = true));
    while ((await world.sql('SELECT FROM pg_locks WHERE NOT granted')).length === 0) expect(isAnswered).toBe(false);
    go();
    await Promise.all([first, second]);
    expect(await sent('awaited')).toEqual(expected(1));
  });

  it('are retried later after a failure, without delaying others', async () => {
    jest.spyOn(NoticeWriter.prototype, 'send').mockRejectedValueOnce(new Error('not today'));
    const [bad, good] = await leave('tried', 2, '1 hour');
    await senderOf(world.server).sendNow([bad.id, good.id]);
    expect(await sent('tried')).toEqual(['notice 002']);
    const [row] = await world.sql<{ attempts: number; later: boolean }>(
      'SELECT attempts, due_at > now() AS later FROM notice WHERE id = $1',
      [bad.id],
    );
    expect(row).toEqual({ attempts: 1, later: true });
    await gone();
    expect(await sent('tried')).toEqual(expected(2));
  });

  it('are dropped after many failures', async () => {
    jest.spyOn(NoticeWriter.prototype, 'send').mockRejectedValueOnce(new Error('never'));
    const [{ id }] = await leave('hopeless', 1, '1 hour');
    await world.sql('UPDATE notice SET attempts = 11 WHERE id = $1', [id]);
    await senderOf(world.server).sendNow([id]);
    expect(await waiting()).toBe(0);
    expect(await sent('hopeless')).toEqual([]);
  });

  it('do not fail the request that caused them', async () => {
    jest.spyOn(NoticeRepository.prototype, 'find').mockRejectedValueOnce(new Error('no answer'));
    const { status } = await ana.post('users/me/subscriptions', { subscriptions: [{ name: 'unannounced' }] });
    expect(status).toBe(200);
    await gone();
  });

  it('have metrics', async () => {
    await leave('measured', 3, '-1 hour');
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics).toMatch(/^parley_backlog\{worker="notices"\} \d+$/m);
    expect(metrics).toMatch(/^parley_backlog_oldest_seconds\{worker="notices"\} [\d.e+]+$/m);
    await gone();
  });

  it('can be requested by every context, only inside of a transaction', async () => {
    const notices = world.service(Notices);
    const notice = {
      organizationId: world.organizationId,
      channelId: channelId as never,
      topic: 'said',
      content: 'hi',
    };
    expect(() => notices.post(notice)).toThrow('inside a transaction');
    await world.service(Transactions).run([], async () => notices.post(notice));
    expect(await sent('said')).toEqual(['hi']);
  });
});
