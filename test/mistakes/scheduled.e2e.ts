import type { RunningServer } from '../../apps/server/src/boot';
import { ScheduledDeliveries } from '../../libs/messaging/src/scheduling/scheduled-deliveries.service';
import { OtherOrganization, createOtherOrganization } from '../support/other-organization';
import { inSeconds } from '../support/later';
import type { Parameters, Person } from '../support/person';
import { ABSENT, Request } from '../support/requests-with-ids';
import { secondNode } from '../support/second-node';
import { World } from '../support/world';

describe('mistakes about scheduled messages and reminders', () => {
  let world: World;
  let other: RunningServer;
  let foreign: OtherOrganization;
  let ana: Person;
  let bea: Person;
  let gus: Person;
  let plansId: number;
  let vaultId: number;
  let vaultMessageId: number;
  let scheduledId: number;
  let reminderId: number;

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal' });
    [ana, bea, gus] = [await world.member('ana'), await world.member('bea'), await world.guest('gus')];
    foreign = await createOtherOrganization(world);
    await ana.subscribe('plans');
    await ana.subscribe('vault', { invite_only: true });
    [plansId, vaultId] = [await ana.channelId('plans'), await ana.channelId('vault')];
    vaultMessageId = await ana.send('vault', 'secret topic', 'secret words');
    scheduledId = await schedule(ana, { content: 'not for others' });
    const wish = { message_id: vaultMessageId, scheduled_delivery_timestamp: inSeconds(600) };
    reminderId = (await ana.ok('POST', 'reminders', wish)).reminder_id as number;
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const draft = (parameters: Parameters = {}): Parameters => ({
    type: 'channel',
    to: plansId,
    topic: 'later',
    content: 'later',
    scheduled_delivery_timestamp: inSeconds(600),
    ...parameters,
  });
  const schedule = async (person: Person, parameters: Parameters = {}): Promise<number> =>
    (await person.ok('POST', 'scheduled_messages', draft(parameters))).scheduled_message_id as number;
  const told = async (person: Person, [method, path, parameters]: Request, id: number): Promise<string> => {
    const { status, body } = await world.request(method, path, parameters, person.authorization);
    return `${status} ${JSON.stringify(body)}`.replaceAll(String(id), '#');
  };
  const everything = async () => [
    await world.sql('SELECT * FROM scheduled_message ORDER BY id'),
    await world.sql('SELECT * FROM reminder ORDER BY id'),
  ];

  const WITH_ID: [string, () => number, (id: number) => Request][] = [
    [
      'edits the text of a scheduled message',
      () => scheduledId,
      (id) => ['PATCH', `scheduled_messages/${id}`, { content: 'mine' }],
    ],
    [
      'edits the topic of a scheduled message',
      () => scheduledId,
      (id) => ['PATCH', `scheduled_messages/${id}`, { topic: 'mine' }],
    ],
    ['edits nothing of a scheduled message', () => scheduledId, (id) => ['PATCH', `scheduled_messages/${id}`]],
    [
      'readdresses a scheduled message',
      () => scheduledId,
      (id) => ['PATCH', `scheduled_messages/${id}`, { type: 'direct', to: [1] }],
    ],
    [
      'puts off a scheduled message',
      () => scheduledId,
      (id) => ['PATCH', `scheduled_messages/${id}`, { scheduled_delivery_timestamp: 9_999_999_999 }],
    ],
    ['deletes a scheduled message', () => scheduledId, (id) => ['DELETE', `scheduled_messages/${id}`]],
    ['deletes a reminder', () => reminderId, (id) => ['DELETE', `reminders/${id}`]],
  ];
  it.each(WITH_ID)('1: another user cannot %s, and gets the answer for an unknown one', async (_, id, request) => {
    const before = await everything();
    for (const person of [world.owner, bea, gus]) {
      const absent = await told(person, request(ABSENT), ABSENT);
      expect(absent).toMatch(/^400 /);
      expect(await told(person, request(id()), id())).toBe(absent);
    }
    expect(await everything()).toEqual(before);
  });

  it.each(['x', '-1', '1.5', '99999999999999999999', '%00', '1e3'])('1: %s is no valid id', async (id) => {
    for (const request of [
      ['PATCH', `scheduled_messages/${id}`, { content: 'x' }],
      ['DELETE', `scheduled_messages/${id}`],
      ['DELETE', `reminders/${id}`],
    ] as Request[])
      expect(await told(ana, request, ABSENT)).toMatch(/^400 .*does not exist/);
  });

  it('1: lists, registrations and events contain nothing of others', async () => {
    for (const person of [world.owner, bea, gus]) {
      const queue = await person.register();
      const hidden = await schedule(ana, { content: 'not for others' });
      await ana.ok('PATCH', `scheduled_messages/${hidden}`, { topic: 'x' });
      await ana.ok('DELETE', `scheduled_messages/${hidden}`);
      const events = (await queue.drain()).filter(({ type }) => /scheduled|reminder/.test(type));
      const lists = [await person.ok('GET', 'scheduled_messages'), await person.ok('GET', 'reminders')];
      expect([events, lists[0].scheduled_messages, lists[1].reminders]).toEqual([[], [], []]);
      expect([queue.state.scheduled_messages, queue.state.reminders]).toEqual([[], []]);
    }
  });

  it('13 and 14: invisible objects get the answer for unknown ones', async () => {
    for (const to of [vaultId, foreign.channelId]) {
      const { scheduled_message_id: id } = await bea.ok('POST', 'scheduled_messages', draft());
      const requests: ((id: number) => Request)[] = [
        (channel) => ['POST', 'scheduled_messages', draft({ to: channel })],
        (channel) => ['PATCH', `scheduled_messages/${id as number}`, { to: channel }],
      ];
      for (const request of requests)
        expect(await told(bea, request(to), to)).toBe(await told(bea, request(ABSENT), ABSENT));
    }
    const direct = (id: number): Request => ['POST', 'scheduled_messages', draft({ type: 'direct', to: [id] })];
    expect(await told(bea, direct(foreign.userId), foreign.userId)).toBe(await told(bea, direct(ABSENT), ABSENT));
    const remind = (id: number): Request => [
      'POST',
      'reminders',
      { message_id: id, scheduled_delivery_timestamp: inSeconds(600) },
    ];
    for (const person of [bea, gus, world.owner])
      expect(await told(person, remind(vaultMessageId), vaultMessageId)).toBe(
        await told(person, remind(ABSENT), ABSENT),
      );
  });

  it('15: deactivated users receive nothing, at once or later', async () => {
    const zoe = await world.member('zoe');
    await world.owner.ok('DELETE', `users/${zoe.id}`);
    const { status, body } = await ana.post('scheduled_messages', draft({ type: 'direct', to: [zoe.id] }));
    expect([status, body.msg]).toEqual([400, "'Zoe Example' is no longer using this organization"]);
    expect((await zoe.get('scheduled_messages')).body.code).toBe('USER_DEACTIVATED');
  });

  it('4 and 15: a user who has lost the permission by the due time sends nothing', async () => {
    await world.owner.subscribe('plans', { principals: [gus.id] });
    const id = await schedule(gus, { content: 'from a guest' });
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [gus.id] });
    await deliver([id]);
    expect(await sentTimes('from a guest')).toBe(0);
    expect((await gus.ok('GET', 'scheduled_messages')).scheduled_messages).toMatchObject([{ failed: true }]);
  });

  it('21: the reason of a failure is quoted, without markup', async () => {
    const [channel] = ['x` @**all** `'];
    await world.owner.subscribe(channel, { principals: [world.owner.id, bea.id] });
    const id = await schedule(bea, { to: await world.owner.channelId(channel) });
    await world.owner.ok('DELETE', `streams/${await world.owner.channelId(channel)}`);
    const queue = await bea.register();
    await deliver([id]);
    const { flags } = await queue.until(({ type }) => type === 'message');
    expect(flags).toEqual([]);
  });

  it('25: two nodes and concurrent requests send it once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => schedule(n % 2 ? ana : bea, { content: `once ${n}` })),
    );
    await world.sql(`UPDATE scheduled_message SET deliver_at = now() WHERE id = ANY ($1)`, [ids]);
    // Also if each takes the other for dead.
    for (let round = 0; round < 4; round++) {
      await world.sql(`UPDATE scheduled_message SET leased_until = NULL WHERE message_id IS NULL`);
      await Promise.all([
        ...[world.server, other].flatMap((node) => [workOf(node), workOf(node)]),
        ana.patch(`scheduled_messages/${ids[1]}`, { content: 'changed meanwhile' }),
        ana.delete(`scheduled_messages/${ids[3]}`),
      ]);
    }
    await deliver(ids);
    for (let n = 0; n < 30; n++) {
      const times = await sentTimes(`once ${n}`);
      if (n === 1) expect(times + (await sentTimes('changed meanwhile'))).toBe(1);
      else if (n === 3) expect(times).toBeLessThanOrEqual(1);
      else expect(times).toBe(1);
    }
    const told = await world.sql<{ id: number }>(
      `SELECT payload->'scheduled_message_id' AS id FROM event_log WHERE kind = 'scheduled_messages' AND payload->>'op' = 'remove'`,
    );
    expect(told.filter(({ id }) => ids.includes(Number(id)))).toHaveLength(30);
  });

  const workOf = (node: RunningServer) =>
    node.app.get(ScheduledDeliveries, { strict: false }).work(new AbortController().signal);
  const sentTimes = async (content: string) =>
    (await world.sql('SELECT FROM message WHERE content = $1', [content])).length;
  /** Makes all due; resolves when none is left. */
  async function deliver(ids: readonly number[]): Promise<void> {
    await world.sql(`UPDATE scheduled_message SET deliver_at = now() WHERE id = ANY ($1) AND message_id IS NULL`, [
      ids,
    ]);
    for (;;) {
      await workOf(world.server);
      const waiting = `SELECT FROM scheduled_message WHERE id = ANY ($1) AND message_id IS NULL AND failure IS NULL`;
      if ((await world.sql(waiting, [ids])).length === 0) return;
    }
  }
});
