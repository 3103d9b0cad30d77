import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { comeDue, inSeconds } from '../../support/later';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

describe('reminders', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let messageId: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ben.subscribe('plans', { principals: [ana.id, ben.id], invite_only: true });
    messageId = await ben.send('plans', 'roof', 'The roof *leaks*');
  });
  afterAll(() => world.stop());

  const wish = (parameters: Parameters = {}): Parameters => ({
    message_id: messageId,
    scheduled_delivery_timestamp: inSeconds(3_600),
    ...parameters,
  });
  const remind = async (parameters: Parameters = {}, person = ana): Promise<number> =>
    (await person.ok('POST', 'reminders', wish(parameters))).reminder_id as number;
  const list = async (person = ana) => (await person.ok('GET', 'reminders')).reminders as Record<string, unknown>[];
  const due = (ids: number[], secondsAgo = 0) => comeDue(world, 'reminder', ids, secondsAgo);
  const told = (queue: EventQueue) => queue.seen.filter(({ type }) => type === 'reminders');
  const reminded = async (queue: EventQueue) =>
    (await queue.until(({ type }) => type === 'message')).message as Record<string, unknown>;

  it('are listed by due time, with the message of each', async () => {
    const queue = await ana.register({ apply_markdown: true });
    const at = inSeconds(900);
    const [later, sooner] = [
      await remind(),
      await remind({ scheduled_delivery_timestamp: at, note: ' call *somebody* ' }),
    ];
    const expected = {
      reminder_id: sooner,
      type: 'private',
      to: [ana.id],
      content: expect.stringContaining(`#**plans>roof@${messageId}** by @_**Ben Example|${ben.id}**`) as string,
      rendered_content: expect.stringMatching(/<a class="message-link" .*<em>somebody<\/em>/s) as string,
      scheduled_delivery_timestamp: at,
      failed: false,
      reminder_target_message_id: messageId,
    };
    expect(await list()).toEqual([expected, expect.objectContaining({ reminder_id: later })]);
    await expectFreshSnapshot(queue);
    expect(told(queue)).toMatchObject([
      { op: 'add', reminders: [{ reminder_id: later }] },
      { op: 'add', reminders: [expected] },
    ]);
    expect((await ana.register()).state.reminders).toEqual(await list());
    expect(await list(ben)).toEqual([]);

    for (const id of [later, sooner]) await ana.ok('DELETE', `reminders/${id}`);
    expect(await list()).toEqual([]);
    await expectFreshSnapshot(queue);
    expect(told(queue).slice(2)).toEqual(
      [later, sooner].map((id) => ({
        id: expect.any(Number) as number,
        type: 'reminders',
        op: 'remove',
        reminder_id: id,
      })),
    );
    expect((await ana.delete(`reminders/${later}`)).body.msg).toBe('Reminder does not exist');
  });

  it.each<[string, () => Parameters, Record<string, unknown>]>([
    [
      'of a time that is over',
      () => ({ scheduled_delivery_timestamp: inSeconds(0) }),
      { msg: 'Scheduled delivery time must be in the future.' },
    ],
    [
      'at no time',
      () => ({ scheduled_delivery_timestamp: undefined }),
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'scheduled_delivery_timestamp' },
    ],
    ['of nothing', () => ({ message_id: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'message_id' }],
    ['of no message', () => ({ message_id: 987_654 }), { msg: 'Invalid message(s)' }],
    ['with a long note', () => ({ note: 'x'.repeat(1_001) }), { msg: 'Maximum reminder note length: 1000 characters' }],
    ['with a null in the note', () => ({ note: 'a\0' }), {}],
  ])('are refused %s', async (_, parameters, error) => {
    const { status, body } = await ana.post('reminders', wish(parameters()));
    expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', ...error }]);
    expect(await list()).toEqual([]);
  });

  it('are refused for unreadable messages', async () => {
    const { status, body } = await world.owner.post('reminders', wish());
    expect([status, body.msg]).toEqual([400, 'Invalid message(s)']);
  });

  it('are delivered once as a message of the notification bot, with the message and the note', async () => {
    const queue = await ana.register({ apply_markdown: true });
    const id = await remind({ note: 'n'.repeat(1_000) });
    await due([id]);
    const message = await reminded(queue);
    expect(message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot' });
    expect(message.content).toContain('The roof <em>leaks</em>');
    expect(message.content).toContain('n'.repeat(1_000));
    expect(message.content).toContain(`near/${messageId}"`);
    await expectFreshSnapshot(queue);
    expect(told(queue).at(-1)).toMatchObject({ op: 'remove', reminder_id: id });
    expect(queue.seen.filter(({ type }) => type === 'message')).toHaveLength(1);
    expect(await list()).toEqual([]);
  });

  it('are delivered after a delay of any length', async () => {
    const queue = await ana.register({ apply_markdown: true });
    await due([await remind()], 86_400);
    expect((await reminded(queue)).content).toContain('The roof');
  });

  it('of direct messages link to the conversation', async () => {
    const queue = await ana.register({ apply_markdown: true });
    const direct = await ben.sendTo([ana], '````quote\nx\n````\nShall we?');
    await reminded(queue);
    queue.seen.length = 0;
    await due([await remind({ message_id: direct })]);
    const { content } = await reminded(queue);
    expect(content).toContain('Shall we?');
    expect(content).toContain(`near/${direct}"`);
  });

  it('of a deleted or unreadable message say only that', async () => {
    const secret = await ben.send('plans', 'roof', 'a secret word');
    const ids = [await remind({ message_id: secret, note: 'remember' })];
    await ben
      .ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [ana.id] })
      .catch(() =>
        world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [ana.id] }),
      );
    const queue = await ana.register({ apply_markdown: true });
    await due(ids);
    const { content } = await reminded(queue);
    expect(content).toContain('remember');
    expect(content).not.toContain('secret');
    expect(content).not.toContain('plans');
  });

  it('are deleted with the account', async () => {
    const eve = await world.member('eve');
    await ben.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [eve.id] });
    const id = await remind({ message_id: await ben.send('plans', 'roof', 'later') }, eve);
    await world.owner.ok('DELETE', `users/${eve.id}`);
    const mark = await remind({ message_id: await ben.send('plans', 'roof', 'mark') }, ben);
    const queue = await ben.register({ event_types: ['reminders'] });
    await due([id, mark]);
    await queue.until(({ reminder_id }) => reminder_id === mark);
    await world.owner.ok('POST', `users/${eve.id}/reactivate`);
    await eve.logInAgain();
    expect(await list(eve)).toMatchObject([{ reminder_id: id, failed: true }]);
    await eve.ok('DELETE', `reminders/${id}`);
  });
});
