import { REMOVED_ROWS } from '../../../libs/messaging/src/records/deletion.repository';
import type { Event } from '../../support/event-queue';
import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const BULK = {
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};
const BATCH = 100;

/** A time limit that ends after the first batch. */
describe('POST /streams/{id}/delete_topic', () => {
  let world: World;
  let ana: Person;
  let admin: Person;
  let count = 0;

  beforeAll(async () => {
    world = await World.start({ PARLEY_TOPIC_DELETION_MS: '0' });
    ana = await world.member('ana');
    admin = await world.admin('ada');
  });
  afterAll(() => world.stop());

  async function channel(members: Person[], parameters: Record<string, unknown> = {}): Promise<number> {
    const name = `channel ${++count}`;
    const principals = [world.owner, ...members].map(({ id }) => id);
    await world.owner.subscribe(name, { principals, ...parameters });
    return world.owner.channelId(name);
  }
  const remove = async (person: Person, channelId: number | string, topic_name: string) =>
    (await person.ok('POST', `streams/${channelId}/delete_topic`, { topic_name })).complete;
  const refusal = async (person: Person, channelId: number | string, parameters: Record<string, unknown>) => {
    const { status, body } = await person.post(`streams/${channelId}/delete_topic`, parameters);
    return [status, body.code, body.msg];
  };
  const topics = async (person: Person, channelId: number) =>
    ((await person.ok('GET', `users/me/${channelId}/topics`)).topics as { name: string }[]).map(({ name }) => name);
  /** Deletes much faster than messages are sent. */
  const copy = (id: number, copies: number) =>
    world.sql<{ id: string }>(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(1, $2) WHERE id = $1 RETURNING id`,
      [id, copies],
    );
  const deleted = (events: readonly Event[]) => events.filter(({ type }) => type === 'delete_message');

  it('deletes all messages of a topic, in any case of its name, and no others', async () => {
    const id = await channel([ana]);
    const ids = [await ana.send(id, 'Lunch', 'x'), await ana.send(id, 'lunch', 'y')];
    const other = await ana.send(id, 'Dinner', 'z');
    const queue = await ana.register(BULK);
    const entries = await leftBy(world, () => remove(admin, id, 'LUNCH'));
    await queue.drain();
    expect(deleted(queue.seen)).toMatchObject([
      { message_ids: ids, message_type: 'stream', stream_id: id, topic: 'lunch' },
    ]);
    expect(entries).toMatchObject([
      {
        action: 'topic deleted',
        actor_id: admin.id,
        object_type: 'channel',
        object_id: id,
        before: { messages: 2, first_message_id: ids[0], last_message_id: ids[1] },
      },
    ]);
    expect(await topics(ana, id)).not.toContain('lunch');
    await ana.ok('GET', `messages/${other}`);
    await expectFreshSnapshot(queue);
  });

  it('reports complete for a topic without messages', async () => {
    expect(await remove(admin, await channel([]), 'never heard of')).toBe(true);
  });

  it('reads the display name of the empty topic as the empty topic', async () => {
    const id = await channel([ana]);
    for (const name of ['general chat', '(no topic)', '', '  ']) {
      await ana.send(id, '', 'x');
      expect(await topics(ana, id)).toContain('general chat');
      expect(await remove(admin, id, name)).toBe(true);
      expect(await topics(ana, id)).not.toContain('general chat');
    }
  });

  it('deletes the newest batch first, with an event each, until the time limit, and continues with the next request', async () => {
    const id = await channel([ana]);
    const stream = (await ana.ok('GET', `streams/${id}`)).stream as { first_message_id: number };
    await world.owner.ok('DELETE', `messages/${stream.first_message_id}`);
    const first = await ana.send(id, 't', 'x');
    const ids = [first, ...(await copy(first, 2 * BATCH + 19)).map((row) => Number(row.id))];
    const last = await ana.send(id, 'u', 'y');
    const queue = await ana.register(BULK);
    expect(await remove(admin, id, 't')).toBe(false);
    expect(await remove(admin, id, 't')).toBe(false);
    const { messages } = await ana.ok('GET', 'messages', {
      anchor: 'oldest',
      num_after: 1000,
      narrow: [{ operator: 'channel', operand: id }],
    });
    expect((messages as { id: number }[]).map((one) => one.id)).toEqual([...ids.slice(0, 20), last]);
    expect(await remove(admin, id, 't')).toBe(true);
    await queue.drain();
    expect(deleted(queue.seen).map(({ message_ids }) => message_ids)).toEqual([
      ids.slice(-BATCH),
      ids.slice(20, -BATCH),
      ids.slice(0, 20),
    ]);
    expect(queue.seen.filter(({ op }) => op === 'update')).toMatchObject([
      { type: 'stream', stream_id: id, property: 'first_message_id', value: last },
    ]);
    await expectFreshSnapshot(queue);
  });

  it('takes smaller batches where many users have flags or reactions', async () => {
    const usual = REMOVED_ROWS.most;
    const id = await channel([ana]);
    const first = await ana.send(id, 'marked', 'x');
    const ids = [first, ...(await copy(first, 3)).map((row) => Number(row.id))];
    for (const person of [ana, admin, world.owner])
      await person.ok('POST', 'messages/flags', { messages: ids, op: 'add', flag: 'starred' });
    const queue = await ana.register(BULK);
    REMOVED_ROWS.most = 7;
    expect([await remove(admin, id, 'marked'), await remove(admin, id, 'marked')]).toEqual([false, true]);
    REMOVED_ROWS.most = usual;
    await queue.drain();
    expect(deleted(queue.seen).map(({ message_ids }) => message_ids)).toEqual([ids.slice(2), ids.slice(0, 2)]);
    await expectFreshSnapshot(queue);
  });

  it('with a concurrent resolve leaves each message deleted or resolved', async () => {
    const id = await channel([ana]);
    const first = await ana.send(id, 'both', 'x');
    const ids = [first, ...(await copy(first, 3 * BATCH)).map((row) => Number(row.id))];
    const queue = await ana.register(BULK);
    const resolve = ana.patch(`messages/${first}`, { topic: '✔ both', propagate_mode: 'change_all' });
    const removals = [remove(admin, id, 'both'), remove(admin, id, 'both')];
    const { status } = await resolve;
    await Promise.all(removals);
    expect([200, 400]).toContain(status);
    while (!(await remove(admin, id, 'both')));
    const left = await world.sql<{ id: string; topic: string }>(
      'SELECT id, topic FROM message WHERE id = ANY ($1) ORDER BY id',
      [ids],
    );
    expect(new Set(left.map(({ topic }) => topic)).size).toBeLessThan(2);
    if (status === 200) expect(left.every(({ topic }) => topic === '✔ both')).toBe(true);
    else expect(left).toEqual([]);
    await expectFreshSnapshot(queue);
    const { messages } = await ana.ok('GET', 'messages', {
      anchor: 'oldest',
      num_after: 1000,
      narrow: [{ operator: 'channel', operand: id }],
    });
    const shown = (messages as { id: number }[]).map((one) => one.id).filter((one) => ids.includes(one));
    expect(shown).toEqual(left.map((row) => Number(row.id)));
  });

  it('sends an event for each message to older clients', async () => {
    const id = await channel([ana]);
    const first = await ana.send(id, 't', 'x');
    const ids = [first, ...(await copy(first, 4)).map((row) => Number(row.id))];
    const queue = await ana.register({ event_types: ['delete_message'] });
    await remove(admin, id, 't');
    await queue.drain();
    expect(queue.seen.map(({ message_id }) => message_id)).toEqual(ids);
    expect(queue.seen.every((event) => !('message_ids' in event))).toBe(true);
  });

  it('removes topic policies of users, with events', async () => {
    const id = await channel([ana]);
    await ana.send(id, 't', 'x');
    const say = (person: Person, topic: string, visibility_policy: number) =>
      person.ok('POST', 'user_topics', { stream_id: id, topic, visibility_policy });
    await say(ana, 'T', 1);
    await say(admin, 't', 3);
    await say(ana, 'other', 3);
    const [anas, admins] = await Promise.all([ana, admin].map((person) => person.register(BULK)));
    await remove(admin, id, 't');
    for (const [queue, topic_name] of [[anas, 'T'] as const, [admins, 't'] as const]) {
      await queue.drain();
      expect(queue.seen.filter(({ type }) => type === 'user_topic')).toMatchObject([
        { stream_id: id, topic_name, visibility_policy: 0 },
      ]);
      await expectFreshSnapshot(queue);
    }
    expect(anas.seen.filter(({ type }) => type === 'muted_topics')).toHaveLength(1);
    expect(await world.sql('SELECT topic FROM user_topic WHERE channel_id = $1', [id])).toEqual([{ topic: 'other' }]);
  });

  it('under protected history deletes only messages that the administrator received', async () => {
    const id = await channel([ana], { invite_only: true, history_public_to_subscribers: false });
    const early = await ana.send(id, 't', 'early');
    const { subscriptions } = await ana.ok('GET', 'users/me/subscriptions');
    const { name } = (subscriptions as { stream_id: number; name: string }[]).find((one) => one.stream_id === id)!;
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name }], principals: [admin.id] });
    const late = await ana.send(id, 't', 'late');
    for (const person of [ana, admin]) {
      await person.ok('POST', 'user_topics', { stream_id: id, topic: 't', visibility_policy: 3 });
    }
    expect(await remove(admin, id, 't')).toBe(true);
    await ana.ok('GET', `messages/${early}`);
    expect((await ana.get(`messages/${late}`)).status).toBe(400);
    const rest = await world.sql('SELECT user_id::int AS id FROM user_topic WHERE channel_id = $1', [id]);
    expect(rest).toEqual([{ id: ana.id }]);
  });

  it('is for administrators, in active channels whose content they can read', async () => {
    const id = await channel([ana]);
    const moderator = await world.moderator('mo');
    const forAdministrators = [400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'];
    for (const person of [ana, moderator, await world.guest('gus')]) {
      expect(await refusal(person, id, { topic_name: 't' })).toEqual(forAdministrators);
      expect(await refusal(person, 999_999, { topic_name: 't' })).toEqual(forAdministrators);
    }
    const hidden = await channel([], { invite_only: true });
    const archived = await channel([ana]);
    await world.owner.ok('DELETE', `streams/${archived}`);
    for (const absent of [hidden, archived, 999_999, 2 ** 50, '0', '-1', 'x']) {
      expect(await refusal(admin, absent, { topic_name: 't' })).toEqual([400, 'BAD_REQUEST', 'Invalid channel ID']);
    }
    expect(await refusal(admin, id, {})).toEqual([400, 'REQUEST_VARIABLE_MISSING', "Missing 'topic_name' argument"]);
    expect((await refusal(admin, id, { topic_name: 'a\0b' }))[1]).toBe('BAD_REQUEST');
  });
});
