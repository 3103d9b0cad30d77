import type { Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { World } from '../../support/world';

const MANY = 10_000;
/** Hundreds of requests run one after the other. */
type Narrow = readonly { operator: string; operand: unknown; negated?: boolean }[];

/** Counts statements and rows of single requests. Complete lists and registrations may cost as much as they return. */
describe('the cost of a request is independent of the number of channels', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let guest: Person;
  let channelId: number;
  let privateId: number;
  let seen: number;
  let own: number;
  const requests: Record<string, () => Promise<unknown>> = {};

  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    const { owner } = world;
    [ana, ben, guest] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await owner.ok('PATCH', 'realm', { send_channel_events_messages: false });
    await owner.subscribe(['plans', 'side'], { principals: [ana.id, ben.id, guest.id] });
    await owner.subscribe('inner', {
      principals: [ana.id, ben.id],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    await owner.subscribe('unread by ana', { principals: [ben.id] });
    channelId = await ana.channelId('plans');
    privateId = await ana.channelId('inner');
    for (let n = 0; n < 12; n++) seen = await ben.send('plans', `topic ${n % 3}`, `hello @**Ana Example** ${n}`);
    await ben.send('inner', 'secret', 'hello');
    await ben.send('unread by ana', 'public', 'hello');
    await ben.sendTo([ana], 'hello');
    own = await ana.send('plans', 'topic 1', 'mine');
    await ben.ok('POST', 'users/me/presence', { status: 'active' });
    plan();
  });
  afterAll(() => world.stop());

  function plan(): void {
    const page =
      (person: Person, narrow: Narrow, anchor: unknown = 'newest') =>
      () =>
        person.ok('GET', 'messages', { anchor, num_before: 2, num_after: 0, narrow });
    const narrows: Record<string, Narrow> = {
      everything: [],
      home: [{ operator: 'in', operand: 'home' }],
      'a channel': [{ operator: 'channel', operand: channelId }],
      'a channel by name': [{ operator: 'channel', operand: 'PLANS' }],
      'a private channel': [{ operator: 'channel', operand: privateId }],
      'a topic': [
        { operator: 'channel', operand: channelId },
        { operator: 'topic', operand: 'topic 1' },
      ],
      'the conversation of a message': [{ operator: 'with', operand: seen }],
      'all but a channel': [{ operator: 'channel', operand: channelId, negated: true }],
      'public channels': [{ operator: 'channels', operand: 'public' }],
      'all but public channels': [{ operator: 'channels', operand: 'public', negated: true }],
      'direct messages': [{ operator: 'is', operand: 'dm' }],
      'a conversation': [{ operator: 'dm', operand: [ben.id] }],
      starred: [{ operator: 'is', operand: 'starred' }],
      mentions: [{ operator: 'is', operand: 'mentioned' }],
      unread: [{ operator: 'is', operand: 'unread' }],
      followed: [{ operator: 'is', operand: 'followed' }],
      resolved: [{ operator: 'is', operand: 'resolved' }],
      'a sender': [{ operator: 'sender', operand: ben.id }],
      words: [{ operator: 'search', operand: 'hello' }],
      'words in a channel': [
        { operator: 'channel', operand: channelId },
        { operator: 'search', operand: 'hello' },
      ],
      links: [{ operator: 'has', operand: 'link' }],
    };
    for (const [name, narrow] of Object.entries(narrows)) requests[`a page of ${name}`] = page(ana, narrow);
    requests['a page of everything, a guest'] = page(guest, []);
    requests['a page of public channels, a guest'] = page(guest, narrows['public channels']);
    requests['a page from the first unread message'] = page(ana, [], 'first_unread');
    const flag = (op: string, name: string) =>
      ana.ok('POST', 'messages/flags', { messages: [seen, own], op, flag: name });
    requests['stars'] = async () => (await flag('add', 'starred'), flag('remove', 'starred'));
    requests['read marks'] = async () => (await flag('remove', 'read'), flag('add', 'read'));
    requests['read marks of a narrow'] = () =>
      ana.ok('POST', 'messages/flags/narrow', {
        ...{ anchor: 'newest', num_before: 5, num_after: 0, op: 'add', flag: 'read' },
        narrow: [{ operator: 'channel', operand: channelId }],
      });
    requests['marking a channel as read'] = () => ana.ok('POST', 'mark_stream_as_read', { stream_id: channelId });
    requests['marking a topic as read'] = () =>
      ana.ok('POST', 'mark_topic_as_read', { stream_id: channelId, topic_name: 'topic 1' });
    const emoji_name = 'tada';
    requests['a reaction'] = async () => {
      await ana.ok('POST', `messages/${seen}/reactions`, { emoji_name });
      await world.settled();
      await ana.ok('DELETE', `messages/${seen}/reactions`, { emoji_name });
    };
    requests['a send'] = () => ana.send(channelId, 'topic 1', 'plain #**plans** @**Ben Example**');
    requests['a direct message'] = () => ana.sendTo([ben], 'plain');
    requests['an edit'] = () => ana.ok('PATCH', `messages/${own}`, { content: `edit ${Math.random()}` });
    requests['a message'] = () => ana.ok('GET', `messages/${seen}`);
    requests['a history'] = () => ana.ok('GET', `messages/${own}/history`);
    requests['read receipts'] = () => ana.ok('GET', `messages/${seen}/read_receipts`);
    requests['matches of a narrow'] = () =>
      ana.ok('GET', 'messages/matches_narrow', { msg_ids: [seen], narrow: [{ operator: 'search', operand: 'hello' }] });
    requests['topics'] = () => ana.ok('GET', `users/me/${channelId}/topics`);
    requests['a muted topic'] = async () => {
      const said = { stream_id: channelId, topic: 'topic 2' };
      await ana.ok('POST', 'user_topics', { ...said, visibility_policy: 1 });
      await ana.ok('POST', 'user_topics', { ...said, visibility_policy: 0 });
    };
    requests['a draft'] = async () => {
      const draft = { type: 'stream', to: [channelId], topic: 'topic 1', content: 'x', timestamp: 1_700_000_000 };
      const { ids } = await ana.ok('POST', 'drafts', { drafts: [draft] });
      await ana.ok('DELETE', `drafts/${(ids as number[])[0]}`);
    };
    requests['typing'] = () =>
      ana.ok('POST', 'typing', { op: 'start', type: 'stream', stream_id: channelId, topic: 'topic 1' });
    requests['a user'] = () => ana.ok('GET', `users/${ben.id}`);
    requests['a user, a guest'] = () => guest.ok('GET', `users/${ben.id}`);
    requests['a status'] = () => ana.ok('GET', `users/${ben.id}/status`);
    requests['a presence'] = () => ana.ok('GET', `users/${ben.id}/presence`);
    requests['a channel'] = () => ana.ok('GET', `streams/${channelId}`);
    requests['the id of a channel'] = () => ana.ok('GET', 'get_stream_id', { stream: 'plans' });
    requests['the subscribers of a channel'] = () => ana.ok('GET', `streams/${channelId}/members`);
    requests['own subscriptions'] = () => ana.ok('GET', 'users/me/subscriptions');
    requests['a setting of a subscription'] = async () => {
      const change = (value: boolean) => ({
        subscription_data: [{ stream_id: channelId, property: 'pin_to_top', value }],
      });
      await ana.ok('POST', 'users/me/subscriptions/properties', change(true));
      await ana.ok('POST', 'users/me/subscriptions/properties', change(false));
    };
    requests['whether a user is subscribed'] = () => ana.ok('GET', `users/${ben.id}/subscriptions/${channelId}`);
  }

  async function costOf(request: () => Promise<unknown>): Promise<[statements: number, rows: number]> {
    // Deferred work of an earlier request may run during one round.
    const costs: [number, number][] = [];
    for (let round = 0; round < 4; round++) {
      await world.settled();
      const sent = await statementsDuring(async () => {
        await request();
        await world.settled(); // Reads during delivery count too.
      });
      costs.push([sent.length, sent.reduce((sum, { rows }) => sum + rows, 0)]);
    }
    return costs.sort(([one], [other]) => one - other)[0];
  }

  async function costs(): Promise<Record<string, [number, number]>> {
    const found: Record<string, [number, number]> = {};
    for (const [name, request] of Object.entries(requests)) found[name] = await costOf(request);
    return found;
  }

  it('with 10 and with 10,000 channels', async () => {
    // Then caches are filled and each page is full.
    for (let round = 0; round < 2; round++) for (const request of Object.values(requests)) await request();
    const few = await costs();
    // A third is public, a third private, a third open to all members by a setting; ana can read two thirds.
    await world.sql(
      `INSERT INTO channel (organization_id, name, description, is_private, history_public_to_subscribers, permissions)
       SELECT c.organization_id, 'channel ' || n, '', n % 3 > 0, n % 2 = 0 OR n % 3 = 0,
         CASE WHEN n % 3 = 2 THEN c.permissions || jsonb_build_object('can_subscribe_group',
           (SELECT id FROM user_group g WHERE g.organization_id = c.organization_id AND g.name = 'role:members'))
         ELSE c.permissions END
       FROM channel c, generate_series(1, ${MANY}) n WHERE c.id = $1`,
      [channelId],
    );
    expect(await costs()).toEqual(few);
  });

  it('and a page of public channels finds messages of all of them, recent and old', async () => {
    const narrow = [{ operator: 'channels', operand: 'public' }];
    const contents = async (num_before: number) =>
      (
        (await ana.ok('GET', 'messages', { anchor: 'newest', num_before, num_after: 0, narrow })).messages as {
          display_recipient: string;
        }[]
      ).map(({ display_recipient }) => display_recipient);
    await world.sql("SELECT setval('message_id_seq', (SELECT last_value + 20000 FROM message_id_seq))");
    await world.owner.subscribe('channel 3', { principals: [ben.id] });
    await ben.send('channel 3', 'far', 'newest');
    expect(await contents(1)).toEqual(['channel 3']);
    const all = await contents(100);
    expect(new Set(all)).toEqual(new Set(['channel 3', 'plans', 'unread by ana']));
    const [hidden] = await world.sql<{ id: number }>(`SELECT id FROM channel WHERE name = 'channel 3'`);
    await world.owner.ok('PATCH', `streams/${hidden.id}`, { is_private: true });
    expect(await contents(100)).not.toContain('channel 3');
  });
});
