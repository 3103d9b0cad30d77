import { createOtherOrganization } from '../../support/other-organization';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { ApiResponse, Person } from '../../support/person';
import { ABSENT } from '../../support/requests-with-ids';
import { World } from '../../support/world';

interface Draft {
  id: number;
  type: string;
  to: number[];
  topic: string;
  content: string;
  timestamp: number;
}

const plain = { type: '', to: [] as number[], topic: '', content: 'Dear' };
const invalid = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
const refused = (msg: string) => [400, 'BAD_REQUEST', msg];

describe('drafts', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let general: number;
  let closed: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await ana.subscribe('plans');
    general = await ana.channelId('plans');
    await ben.subscribe('closed', { invite_only: true });
    closed = await ben.channelId('closed');
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    for (const { id } of await listed()) await ana.ok('DELETE', `drafts/${id}`);
  });

  const listed = async (person = ana) => (await person.ok('GET', 'drafts')).drafts as Draft[];
  const create = async (...drafts: unknown[]) => (await ana.ok('POST', 'drafts', { drafts })).ids as number[];
  const told = async (queue: EventQueue) => (await queue.drain()).filter(({ type }) => type === 'drafts');

  it('are created together, and listed by their last edit, oldest first', async () => {
    const channel = { type: 'stream', to: [general], topic: 'bread', content: 'Rye' };
    const people = { type: 'private', to: [ben.id, gus.id, ben.id], topic: 'ignored', content: 'Hello' };
    const ids = await create(
      { ...channel, timestamp: 1_700_000_002 },
      { ...people, timestamp: 1_700_000_001.75 },
      { type: '', to: [general], topic: 'dropped', content: 'Perhaps', timestamp: 0 },
    );
    expect(new Set(ids).size).toBe(3);
    const { count, drafts } = await ana.ok('GET', 'drafts');
    expect(count).toBe(3);
    expect(drafts).toEqual([
      { id: ids[2], type: '', to: [], topic: '', content: 'Perhaps', timestamp: 0 },
      { ...people, id: ids[1], to: [ben.id, gus.id], topic: '', timestamp: 1_700_000_001 },
      { ...channel, id: ids[0], timestamp: 1_700_000_002 },
    ]);
  });

  it('get the time of the server if none is given', async () => {
    const before = Math.floor(Date.now() / 1_000);
    await create(plain);
    const [{ timestamp }] = await listed();
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(Date.now() / 1_000);
  });

  it('are not created from an empty list', async () => {
    const queue = await ana.register();
    expect((await ana.ok('POST', 'drafts')).ids).toEqual([]);
    expect((await ana.ok('POST', 'drafts', { drafts: [] })).ids).toEqual([]);
    expect(await queue.drain()).toEqual([]);
  });

  it("are sent to the author's clients only, those created together in one event", async () => {
    const [queue, other, bens] = [await ana.register(), await ana.register(), await ben.register()];
    const [first, second] = await create({ ...plain, timestamp: 10 }, { ...plain, timestamp: 11 });
    const changed = { type: 'private', to: [ben.id], topic: '', content: 'Dear Ben', timestamp: 12 };
    await ana.ok('PATCH', `drafts/${first}`, { draft: changed });
    await ana.ok('DELETE', `drafts/${second}`);
    const events = await told(queue);
    expect(events.map(({ id: _, ...event }) => event)).toEqual([
      {
        type: 'drafts',
        op: 'add',
        drafts: [
          { ...plain, id: first, timestamp: 10 },
          { ...plain, id: second, timestamp: 11 },
        ],
      },
      { type: 'drafts', op: 'update', draft: { ...changed, id: first } },
      { type: 'drafts', op: 'remove', draft_id: second },
    ]);
    await expectFreshSnapshot(other);
    expect(await bens.drain()).toEqual([]);
    expect((await ben.register()).state.drafts).toEqual([]);
  });

  it('are limited to the newest 1000 in a snapshot', async () => {
    await create(...Array.from({ length: 1_002 }, (_, at) => ({ ...plain, content: `${at}`, timestamp: 1_000 + at })));
    const { state } = await ana.register({ fetch_event_types: ['drafts'] });
    const drafts = state.drafts as Draft[];
    expect([drafts.length, drafts[0].content, drafts[999].content]).toEqual([1_000, '1001', '2']);
    expect(await listed()).toHaveLength(1_002);
    await world.sql('DELETE FROM draft WHERE user_id = $1', [ana.id]);
  });

  it('are replaced as a whole, and sorted by their new time', async () => {
    const [first, second] = await create({ ...plain, timestamp: 10 }, { ...plain, timestamp: 11 });
    await ana.ok('PATCH', `drafts/${first}`, { draft: { ...plain, content: 'Later' } });
    const [one, other] = await listed();
    expect([one.id, other.id, other.content]).toEqual([second, first, 'Later']);
    expect(other.timestamp).toBeGreaterThan(1_700_000_000);
  });

  it('have white space around their text removed, and are truncated', async () => {
    await create(
      { ...plain, content: '\n\n  Rye  \n', timestamp: 1 },
      { type: 'stream', to: [general], topic: 'ä'.repeat(61), content: '😀'.repeat(10_001), timestamp: 2 },
      { type: 'stream', to: [general], topic: 'ö'.repeat(60), content: 'x', timestamp: 3 },
    );
    const [first, second, third] = await listed();
    expect(first.content).toBe('  Rye');
    expect(second.topic).toBe(`${'ä'.repeat(57)}...`);
    expect(third.topic).toBe('ö'.repeat(60));
    expect([...second.content]).toHaveLength(10_000);
    expect(second.content.endsWith('😀\n[message truncated]')).toBe(true);
  });

  it('may have no recipient', async () => {
    await create({ type: 'private', to: [], topic: '', content: 'Whoever' });
    expect(await listed()).toMatchObject([{ type: '', to: [], content: 'Whoever' }]);
  });

  it('are available to guests and bots', async () => {
    const { user_id, api_key } = await ana.ok('POST', 'bots', { full_name: 'Baker', short_name: 'baker' });
    const { user } = (await ana.ok('GET', `users/${user_id as number}`)) as unknown as { user: { email: string } };
    const bot = new Person(world, user_id as number, user.email, 'Baker', api_key as string);
    for (const author of [gus, bot]) {
      await author.ok('POST', 'drafts', { drafts: [{ ...plain, type: 'private', to: [author.id] }] });
      expect(await listed(author)).toMatchObject([{ type: 'private', to: [author.id] }]);
    }
  });

  describe('are rejected', () => {
    const stream = () => ({ type: 'stream', to: [general], topic: 'a', content: 'b' });
    it.each<[string, () => unknown, string | RegExp]>([
      ['without a channel', () => ({ ...stream(), to: [] }), 'Must specify exactly 1 channel ID for channel messages'],
      [
        'with two channels',
        () => ({ ...stream(), to: [general, closed] }),
        'Must specify exactly 1 channel ID for channel messages',
      ],
      ['for a channel that is not there', () => ({ ...stream(), to: [ABSENT] }), 'Invalid channel ID'],
      ['for an unreadable channel', () => ({ ...stream(), to: [closed] }), 'Invalid channel ID'],
      ['for an unknown user', () => ({ ...plain, type: 'private', to: [ABSENT] }), `Invalid user ID ${ABSENT}`],
      ['with a null byte in the topic', () => ({ ...stream(), topic: 'a\0b' }), 'Topic must not contain null bytes'],
      ['with a null byte in the text', () => ({ ...plain, content: 'a\0b' }), 'Message must not contain null bytes'],
      ['without a text', () => ({ ...plain, content: ' \n ' }), 'Message must not be empty'],
      ['with a negative time', () => ({ ...plain, timestamp: -1 }), 'Timestamp must not be negative.'],
      ['with an id', () => ({ ...plain, id: 1 }), /\["?0"?\]\["id"\] is unexpected|id is unexpected|is unexpected/],
      ['with an unknown key', () => ({ ...plain, colour: 'red' }), /is unexpected/],
      ['of another type', () => ({ ...plain, type: 'channel' }), /^Invalid /],
      ['without a type', () => ({ to: [], topic: '', content: 'a' }), /^Invalid /],
      ['without recipients', () => ({ type: '', topic: '', content: 'a' }), /is not a list/],
      ['without a topic', () => ({ type: '', to: [], content: 'a' }), /is not a string/],
      ['addressed to names', () => ({ ...plain, to: ['ben'] }), /is not an integer/],
      ['with an invalid time', () => ({ ...plain, timestamp: '12' }), /is not a time/],
      ['with a time beyond the maximum', () => ({ ...plain, timestamp: 1e15 + 0.5 }), /is too large/],
      ['that are no objects', () => 'draft', /is not a dict/],
    ])('%s, with all others of the request', async (_, draft, message) => {
      const queue = await ana.register();
      const [status, code, msg] = invalid(await ana.post('drafts', { drafts: [plain, draft(), plain] }));
      expect([status, code]).toEqual([400, 'BAD_REQUEST']);
      if (typeof message === 'string') expect(msg).toBe(message);
      else expect(msg).toMatch(message);
      expect(await listed()).toEqual([]);
      expect(await queue.drain()).toEqual([]);

      const [id] = await create({ ...plain, timestamp: 5 });
      expect(invalid(await ana.patch(`drafts/${id}`, { draft: draft() })).slice(0, 2)).toEqual([400, 'BAD_REQUEST']);
      expect(await listed()).toEqual([{ ...plain, id, timestamp: 5 }]);
    });

    it('if they are not a list', async () => {
      expect(invalid(await ana.post('drafts', { drafts: plain }))).toEqual(refused('drafts is not a list'));
      expect(invalid(await ana.post('drafts', { drafts: '[' }))).toEqual(refused('drafts is not valid JSON'));
    });

    it('if a replaced draft is missing', async () => {
      const [id] = await create(plain);
      expect((await ana.patch(`drafts/${id}`)).body).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'draft',
      });
    });
  });

  it('of another user with the answer for unknown ones', async () => {
    const [id] = await create(plain);
    for (const path of [id, ABSENT, 'x', '-1', '9007199254740993']) {
      const answers = [await ben.patch(`drafts/${path}`, { draft: plain }), await ben.delete(`drafts/${path}`)];
      for (const answer of answers) expect(invalid(answer)).toEqual(refused('Draft does not exist'));
    }
    expect(await listed()).toHaveLength(1);
  });

  it('if they address deactivated users, other organizations, or archived channels', async () => {
    const foreign = await createOtherOrganization(world);
    const gone = await world.member('gone');
    await world.owner.ok('DELETE', `users/${gone.id}`);
    const answer = async (draft: object) => invalid(await ana.post('drafts', { drafts: [{ ...plain, ...draft }] }));
    expect(await answer({ type: 'private', to: [foreign.userId] })).toEqual(
      refused(`Invalid user ID ${foreign.userId}`),
    );
    expect(await answer({ type: 'private', to: [gone.id] })).toEqual(
      refused(`'${gone.fullName}' is no longer using this organization`),
    );
    await ana.subscribe('old');
    const old = await ana.channelId('old');
    const [kept] = await create({ type: 'stream', to: [old], topic: 'a', content: 'b' });
    await world.owner.ok('DELETE', `streams/${old}`);
    expect(await answer({ type: 'stream', to: [old] })).toEqual(refused('Invalid channel ID'));
    expect((await listed()).map(({ id }) => id)).toEqual([kept]);
  });

  it('if a guest with limited visibility addresses an invisible user', async () => {
    await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    const { user_groups } = await ana.ok('GET', 'user_groups');
    const group = (name: string) => (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!;
    const show = (name: string) =>
      world.owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: group(name).id } });
    await show('role:members');
    const draft = { ...plain, type: 'private', to: [ben.id] };
    expect(invalid(await gus.post('drafts', { drafts: [draft] }))).toEqual(refused(`Invalid user ID ${ben.id}`));
    await show('role:everyone');
    await gus.ok('POST', 'drafts', { drafts: [draft] });
  });

  it('are refused, and absent from the snapshot, while the user disables synchronization', async () => {
    const [id] = await create(plain);
    const queue = await ana.register({
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    });
    await ana.ok('PATCH', 'settings', { enable_drafts_synchronization: false });
    for (const answer of [
      await ana.get('drafts'),
      await ana.post('drafts', { drafts: [plain] }),
      await ana.post('drafts', { drafts: [] }),
      await ana.patch(`drafts/${id}`, { draft: plain }),
      await ana.delete(`drafts/${id}`),
    ])
      expect(invalid(answer)).toEqual(refused('User has disabled synchronizing drafts.'));
    await expectFreshSnapshot(queue);
    await ana.ok('PATCH', 'settings', { enable_drafts_synchronization: true });
    await expectFreshSnapshot(queue);
    expect(await listed()).toEqual([]);
  });

  it('are limited in number', async () => {
    await world.sql(
      `INSERT INTO draft (organization_id, user_id, topic, content, edited_at)
       SELECT $1, $2, '', 'x', now() FROM generate_series(1, 9999)`,
      [world.organizationId, ana.id],
    );
    expect(invalid(await ana.post('drafts', { drafts: [plain, plain] }))).toEqual(
      refused('There can be at most 10000 drafts'),
    );
    await create(plain);
    await world.sql('DELETE FROM draft WHERE user_id = $1', [ana.id]);
  });
});
