import { de } from '../../../apps/web/src/i18n/generated/settings/de';
import { en } from '../../../apps/web/src/i18n/generated/settings/en';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** With more subscribers than these a mention of all of them needs a permission. */
const FEW = 15;

interface Explained {
  readonly allowed: boolean;
  readonly reasons: readonly string[];
  readonly details: readonly Detail[];
}
interface Detail {
  readonly code: string;
  readonly setting?: string;
  readonly of?: string;
}

describe('explanations', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let gus: Person;
  let crowd: Person[];
  let plans: number;
  /** The reasons of all answers. */
  const given = new Map<string, Detail>();

  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
    crowd = [];
    for (let nth = 0; nth < FEW; nth++) crowd.push(await world.member(`crowd${nth}`));
    await owner.subscribe('plans', { principals: [ana.id, gus.id] });
    plans = await owner.channelId('plans');
  });
  afterAll(() => world.stop());

  const explain = async (person: Person, action: string, aim: object = {}): Promise<Explained> => {
    const body = await owner.ok('GET', 'explanations', { user_id: person.id, action, ...aim });
    const { allowed, reasons, details } = body as unknown as Explained;
    expect(details).toHaveLength(reasons.length);
    for (const detail of details) given.set(detail.code, detail);
    return { allowed, reasons, details };
  };
  const set = (settings: Record<string, unknown>) => owner.ok('PATCH', 'realm', settings);
  const groupOf = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id::int FROM user_group WHERE name = $1', [name]))[0].id;
  const isDone = async (work: Promise<{ status: number }>): Promise<boolean> => (await work).status === 200;

  it('name the setting and the groups through which a user may', async () => {
    const { group_id: cooks } = await owner.ok('POST', 'user_groups/create', {
      name: 'cooks',
      description: '',
      members: [ana.id],
    });
    await set({ can_create_public_channel_group: { new: cooks } });
    const setting = { setting: 'can_create_public_channel_group', of: 'organization', groups: ['cooks'] };
    expect(await explain(ana, 'create-public-channels')).toEqual({
      allowed: true,
      reasons: ['no guest (member)', `can_create_public_channel_group of the organization: cooks > ${ana.email}`],
      details: [
        { code: 'no_guest', role: 'member' },
        { code: 'in_setting', ...setting },
      ],
    });
    const { allowed, reasons, details } = await explain(crowd[0], 'create-public-channels');
    expect(details).toEqual([{ code: 'not_in_setting', ...setting, users: [] }]);
    expect([allowed, reasons]).toEqual([false, ['not in can_create_public_channel_group of the organization: cooks']]);
    await set({ can_create_public_channel_group: { new: await groupOf('role:members') } });
  });

  /** Tries on a fresh message of the person, or of the owner. */
  const ATTEMPTS: Record<string, (person: Person) => Promise<boolean>> = {
    'edit-own': async (person) => {
      const id = await own(person);
      return isDone(person.patch(`messages/${id}`, { content: 'changed' }));
    },
    'delete-own': async (person) => isDone(person.delete(`messages/${await own(person)}`)),
    'delete-any': async (person) => isDone(person.delete(`messages/${await owner.send('plans', 't', 'x')}`)),
    'move-topics': async (person) =>
      isDone(person.patch(`messages/${await owner.send('plans', 't', 'x')}`, { topic: 'elsewhere' })),
    'move-out': async (person) => {
      const id = await owner.send('plans', 't', 'x');
      return isDone(person.patch(`messages/${id}`, { stream_id: await owner.channelId('general') }));
    },
    'resolve-topics': async (person) => {
      const topic = `resolved by ${person.id} ${Math.random()}`;
      const id = await owner.send('plans', topic, 'x');
      return isDone(person.patch(`messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' }));
    },
    'mention-all': (person) =>
      isDone(person.post('messages', { type: 'channel', to: 'plans', topic: 't', content: '@**all**' })),
    post: (person) => isDone(person.post('messages', { type: 'channel', to: 'plans', topic: 't', content: 'x' })),
  };
  const own = (person: Person): Promise<number> => person.send('plans', 't', 'x');

  const STATES: readonly [string, () => Promise<unknown>][] = [
    ['by default', () => Promise.resolve()],
    ['after messages may no longer be edited', () => set({ allow_message_editing: false })],
    [
      'after administrators alone move and delete',
      async () => {
        const administrators = { new: await groupOf('role:administrators') };
        await set({
          allow_message_editing: true,
          can_move_messages_between_topics_group: administrators,
          can_move_messages_between_channels_group: administrators,
          can_delete_own_message_group: administrators,
          can_resolve_topics_group: administrators,
        });
      },
    ],
    [
      'after the channel permits its messages to one user',
      async () => {
        const one = { new: { direct_members: [ana.id], direct_subgroups: [] } };
        await owner.ok('PATCH', `streams/${plans}`, {
          can_move_messages_within_channel_group: one,
          can_move_messages_out_of_channel_group: one,
          can_delete_any_message_group: one,
          can_resolve_topics_group: one,
        });
      },
    ],
    [
      'after many users have subscribed',
      () => owner.subscribe('plans', { principals: crowd.map(({ id }) => id), send_new_subscription_messages: false }),
    ],
  ];

  it.each(STATES)('agree with what happens: %s', async (_, prepare) => {
    await prepare();
    const wrong: string[] = [];
    for (const person of [owner, ana, gus, crowd[0]])
      for (const [action, attempt] of Object.entries(ATTEMPTS)) {
        if (!(await isDone(person.get(`streams/${plans}`)))) continue;
        const { allowed, reasons } = await explain(person, action, { channel_id: plans });
        const isAllowed = await attempt(person);
        if (allowed !== isAllowed) wrong.push(`${action} by ${person.email}: ${isAllowed}, ${reasons.join('; ')}`);
      }
    expect(wrong).toEqual([]);
  });

  it('agree with what happens in the organization', async () => {
    const attempts: Record<string, (person: Person) => Promise<boolean>> = {
      'create-groups': (person) =>
        isDone(person.post('user_groups/create', { name: `of ${person.id}`, description: '', members: [person.id] })),
      'create-private-channels': (person) =>
        isDone(
          person.post('users/me/subscriptions', {
            subscriptions: [{ name: `private of ${person.id}` }],
            invite_only: true,
          }),
        ),
      'create-bots': (person) =>
        isDone(person.post('bots', { full_name: `Bot of ${person.id}`, short_name: `bot${person.id}` })),
      'create-invitation-links': (person) => isDone(person.post('invites/multiuse', { stream_ids: [] })),
      'administer-organization': (person) => isDone(person.patch('realm', { description: `by ${person.id}` })),
    };
    const wrong: string[] = [];
    for (const person of [owner, await world.admin('alma'), ana, gus])
      for (const [action, attempt] of Object.entries(attempts)) {
        const { allowed, reasons } = await explain(person, action);
        if (allowed !== (await attempt(person))) wrong.push(`${action} by ${person.email}: ${reasons.join('; ')}`);
      }
    expect(wrong).toEqual([]);
  });

  it('agree with what happens to a user group', async () => {
    const { group_id: id } = await owner.ok('POST', 'user_groups/create', {
      ...{ name: 'bakers', description: '', members: [] },
      can_add_members_group: { direct_members: [ana.id], direct_subgroups: [] },
    });
    for (const person of [owner, ana, crowd[0]]) {
      const { allowed } = await explain(person, 'add-members', { group_id: id });
      const added = await person.post(`user_groups/${id as number}/members`, { add: [crowd[2].id] });
      expect([person.email, allowed]).toEqual([person.email, added.status === 200]);
      if (allowed) await owner.ok('POST', `user_groups/${id as number}/members`, { delete: [crowd[2].id] });
    }
  });

  it('agree with what happens to direct messages', async () => {
    const { user_id: botId } = await owner.ok('POST', 'bots', { full_name: 'Clock', short_name: 'clock' });
    const bot = { id: botId as number, email: 'the bot' };
    const mia = await world.member('mia');
    const people = [owner, ana, gus, mia];
    const disagreeing = async (): Promise<string[]> => {
      const wrong: string[] = [];
      for (const person of people)
        for (const other of [...people, crowd[2], bot]) {
          const { allowed, reasons } = await explain(person, 'send-direct-message', { other_user_id: other.id });
          const sent = await person.post('messages', { type: 'direct', to: [other.id], content: 'x' });
          if (allowed !== (sent.status === 200)) wrong.push(`${person.email} to ${other.email}: ${reasons.join('; ')}`);
        }
      return wrong;
    };
    await owner.sendTo([mia], 'this conversation has begun');
    const group = async (name: string) => ({ new: await groupOf(name) });
    await set({ direct_message_initiator_group: await group('role:administrators') });
    expect(await disagreeing()).toEqual([]);
    await set({ direct_message_permission_group: await group('role:administrators') });
    expect(await disagreeing()).toEqual([]);
    const everyone = await group('role:everyone');
    await set({ direct_message_initiator_group: everyone, direct_message_permission_group: everyone });
    await set({ can_access_all_users_group: await group('role:members') });
    expect(await disagreeing()).toEqual([]);
    const seen = async (other: { id: number }) => (await gus.get(`users/${other.id}`)).status === 200;
    for (const other of [...people, crowd[3], bot])
      expect([other.email, (await explain(gus, 'see-user', { other_user_id: other.id })).allowed]).toEqual([
        other.email,
        await seen(other),
      ]);
    await set({ can_access_all_users_group: everyone });
  });

  it('agree with what happens to web-public channels', async () => {
    let count = 0;
    const creates = (person: Person) =>
      isDone(
        person.post('users/me/subscriptions', { subscriptions: [{ name: `web ${count++}` }], is_web_public: true }),
      );
    const opens = async (person: Person, id: number) =>
      isDone(person.patch(`streams/${id}`, { is_web_public: true, is_private: false }));
    for (const enable_spectator_access of [false, true]) {
      await set({ enable_spectator_access });
      for (const person of [owner, await world.admin(`web${count}`), ana, gus]) {
        const created = await explain(person, 'create-web-public-channels');
        expect([person.email, created.allowed]).toEqual([person.email, await creates(person)]);
        await owner.subscribe(`closed ${count}`, { invite_only: true });
        const id = await owner.channelId(`closed ${count}`);
        const opened = await explain(person, 'make-web-public', { channel_id: id });
        expect([person.email, opened.allowed]).toEqual([person.email, await opens(person, id)]);
      }
    }
  });

  it('name the time limit', async () => {
    await set({ message_content_edit_limit_seconds: 90 });
    const { reasons } = await explain(owner, 'edit-own', { channel_id: plans });
    expect(reasons).toContain('for 90 seconds after sending: message_content_edit_limit_seconds of the organization');
  });

  it('are for administrators', async () => {
    const { status, body } = await ana.get('explanations', { user_id: ana.id, action: 'invite' });
    expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  });

  it.each([
    ['an action of channels without a channel', { action: 'post' }],
    ['an action of channels with another user', { action: 'post', other_user_id: 1 }],
    ['two kinds of things at once', { action: 'post', channel_id: 1, other_user_id: 1 }],
    ['an unknown other user', { action: 'see-user', other_user_id: 987_654 }],
    ['an action of the organization with a channel', { action: 'invite', channel_id: 1 }],
    ['an unknown action', { action: 'fly' }],
    ['an unknown channel', { action: 'post', channel_id: 987_654 }],
    ['an unknown user', { action: 'invite', user_id: 987_654 }],
  ])('refuse %s', async (_, question) => {
    const { status } = await owner.get('explanations', { user_id: ana.id, ...question });
    expect(status).toBe(400);
  });

  it('refuse everything to deactivated accounts', async () => {
    await owner.ok('DELETE', `users/${crowd[1].id}`);
    expect(await explain(crowd[1], 'read', { channel_id: plans })).toEqual({
      allowed: false,
      reasons: ['the account is deactivated'],
      details: [{ code: 'the_account_is_deactivated' }],
    });
  });

  it('have words in each language of the browser client', () => {
    const wordsOf = ({ code, setting, of }: Detail): string[] => [
      code === 'in_setting' ? 'because_in_setting_directly' : `because_${code}`,
      ...(setting ? [`${{ organization: 'realm_', channel: 'channel_', group: 'usergroup_' }[of!]}${setting}`] : []),
    ];
    const needed = [...given.values()].flatMap(wordsOf);
    expect(given.size).toBeGreaterThan(20);
    for (const words of [en, de]) expect(needed.filter((name) => !Object.hasOwn(words, name))).toEqual([]);
  });
});
