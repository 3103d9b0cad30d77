import { linkIn, mailTo } from '../../support/mailbox';
import { Browser } from '../../support/browser';
import { runParley } from '../../support/command-line';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const INVISIBLE = ['a\u200bb', 'ab\u00adc', 'a\u2060b', 'ab\u200e', 'a\u200db', 'a\u200cb', 'ab\u{e0067}\u{e007f}'];
const NEEDED = [
  'می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d💻 team',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
];
const RESERVED = ['everyone', 'ALL', 'Channel', 'topic', 'stream', 'Notification Bot', 'welcome  bot', 'ｅveryone'];

/** Users choose names that look like others or like the server, or that become links in mails. */
describe('full names', () => {
  let world: World;
  let ana: Person;
  let owner: Person;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
    ana = await world.member('ana');
    await ana.subscribe('plans');
  });
  afterAll(() => world.stop());

  const SECRET = 'winter owls count 7 stars';
  const create = (full_name: string) =>
    owner.post('users', { email: `n${made++}@example.org`, password: SECRET, full_name });
  const group = (name: string) => ana.post('user_groups/create', { name, description: '', members: [] });
  const channel = (name: string) => ana.post('users/me/subscriptions', { subscriptions: [{ name }] });
  const send = (topic: string) => ana.post('messages', { type: 'stream', to: 'plans', topic, content: 'x' });
  const groupId = async () => (await group(`group ${made++}`)).body.group_id as number;
  const channelId = async () => {
    const name = `channel ${made++}`;
    await ana.subscribe(name);
    return ana.channelId(name);
  };
  const arrive = async (full_name: string) => {
    const email = `in${made++}@example.net`;
    await owner.ok('POST', 'invites', { invitee_emails: email, stream_ids: [] });
    const link = linkIn(await mailTo(world, email));
    const answer = await new Browser(world.url).submit(link, { full_name, password: SECRET, password_again: SECRET });
    const [{ count }] = await world.sql<{ count: number }>(
      'SELECT count(*)::int FROM user_account WHERE delivery_email = $1',
      [email],
    );
    return { status: count === 1 ? 200 : answer.status, body: { code: count === 1 ? undefined : 'BAD_REQUEST' } };
  };
  const setters: Record<string, (name: string) => Promise<{ status: number; body: { code?: string } }>> = {
    'a new user': create,
    'an own name': (full_name) => ana.patch('settings', { full_name }),
    "another user's name": (full_name) => owner.patch(`users/${ana.id}`, { full_name }),
    'a bot': (full_name) => ana.post('bots', { full_name, short_name: `bot${made++}`, bot_type: 1 }),
    'a user who was invited': arrive,
    'a new group': group,
    'a group': async (name) => ana.patch(`user_groups/${await groupId()}`, { name }),
  };
  const placesOfNames: typeof setters = {
    'a new channel': channel,
    'a channel': async (new_name) => ana.patch(`streams/${await channelId()}`, { new_name }),
    'a topic': send,
    'a topic of an edit': async (topic) => {
      const id = await ana.send('plans', 'old', 'x');
      return ana.patch(`messages/${id}`, { topic, send_notification_to_new_thread: false });
    },
    'a topic of a scheduled message': async (topic) =>
      ana.post('scheduled_messages', {
        ...{ type: 'stream', to: await ana.channelId('plans'), topic, content: 'x' },
        scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 10_000,
      }),
  };

  it.each(Object.keys({ ...setters, ...placesOfNames }))('reject invisible characters: %s', async (setter) => {
    const set = { ...setters, ...placesOfNames }[setter];
    for (const name of INVISIBLE) {
      const { status, body } = await set(name);
      expect([name, status === 200, body.code]).toEqual([name, false, 'BAD_REQUEST']);
    }
  });

  it.each(Object.keys({ ...setters, ...placesOfNames }))(
    'keep characters that scripts and emoji need: %s',
    async (setter) => {
      const set = { ...setters, ...placesOfNames }[setter];
      for (const needed of NEEDED) {
        const name = `${needed} ${made++}`;
        expect([name, (await set(name)).status]).toEqual([name, 200]);
      }
    },
  );

  it.each(Object.keys(setters))('reject reserved names for other users: %s', async (setter) => {
    for (const name of RESERVED) {
      const { status, body } = await setters[setter](name);
      expect([name, status === 200, body.code]).toEqual([name, false, 'BAD_REQUEST']);
    }
  });

  it('are checked on the command line too', async () => {
    const create = (name: string) =>
      runParley(world, ['users', 'create', `c${made++}@example.org`, '--name', name, '--role', 'member']);
    for (const name of ['every\u200bone', 'Everyone', 'Notification Bot']) {
      const { code, complaint } = await create(name);
      expect([name, code, /name/i.test(complaint)]).toEqual([name, 1, true]);
    }
    expect((await create('Usual Name')).code).toBe(0);
  });

  it('from an earlier version stay readable and usable', async () => {
    const id = await ana.send('plans', 'plain', 'x');
    await world.sql(`UPDATE message SET topic = U&'pl\\200Bain' WHERE id = $1`, [id]);
    await world.sql(`UPDATE user_account SET full_name = 'Everyone' WHERE id = $1`, [ana.id]);
    const narrow = [
      { operator: 'channel', operand: 'plans' },
      { operator: 'topic', operand: 'pl\u200bain' },
    ];
    const page = await ana.ok('GET', 'messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    expect(page.messages).toMatchObject([{ id, sender_full_name: 'Everyone', subject: 'pl\u200bain' }]);
    await ana.ok('PATCH', 'settings', { timezone: 'Europe/Madrid' });
    await ana.ok('PATCH', 'settings', { full_name: 'Ana Example' });
  });

  it('in drafts stay as they were typed', async () => {
    const draft = { type: 'stream', to: [await ana.channelId('plans')], topic: 'a\u200bb', content: 'x' };
    await ana.ok('POST', 'drafts', { drafts: [draft] });
    const { drafts } = await ana.ok('GET', 'drafts');
    expect(drafts).toMatchObject([{ topic: 'a\u200bb' }]);
  });

  it('never become links in subjects and texts of mails', async () => {
    await owner.ok('PATCH', 'realm', { name: 'https://evil.example' });
    await ana.ok('PATCH', 'settings', { full_name: 'Win at www.evil.example now' });
    await ana.ok('POST', 'invites', { invitee_emails: 'target@example.net', stream_ids: [] });
    const { subject, text, html } = await mailTo(world, 'target@example.net');
    expect(subject).toBe('Win at www evil example now has invited you to evil example');
    for (const said of [text, html!]) expect(said).not.toMatch(/evil\.example/);
    await ana.ok('PATCH', 'settings', { full_name: 'Ana Example' });
  });
});
