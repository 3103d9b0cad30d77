import { OtherOrganization, createOtherOrganization } from '../support/other-organization';
import type { ApiResponse, Person } from '../support/person';
import { ABSENT, Request, WITH_CHANNEL, WITH_CHANNEL_NAME, WITH_GROUP } from '../support/requests-with-ids';
import { World } from '../support/world';

describe('mistakes 1, 2 and 14: the existence of invisible objects', () => {
  let world: World;
  let foreign: OtherOrganization;
  let ana: Person;
  let gus: Person;
  let hidden: { id: number; name: string };
  beforeAll(async () => {
    world = await World.start();
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
    const bo = await world.member('bo');
    await bo.subscribe('hidden', { invite_only: true });
    await bo.send('hidden', 'plans', 'secret');
    hidden = { id: await bo.channelId('hidden'), name: 'hidden' };
    foreign = await createOtherOrganization(world);
  });
  afterAll(() => world.stop());

  const ask = (person: Person, [method, path, parameters]: Request): Promise<ApiResponse> =>
    world.request(method, path, parameters, person.authorization);
  /** A whole answer, without the requested names and ids. */
  const told = async (person: Person, request: Request, asked: string | number): Promise<string> => {
    const { status, body } = await ask(person, request);
    return `${status} ${JSON.stringify(body)}`.replace(new RegExp(`\\b${asked}\\b`, 'g'), '#');
  };

  it.each(WITH_CHANNEL)('is not revealed by a request to %s: a channel by its id', async (_, request) => {
    for (const person of [ana, gus]) {
      const absent = await told(person, request(ABSENT), ABSENT);
      expect(absent).toMatch(/^400 /);
      expect(await told(person, request(hidden.id), hidden.id)).toBe(absent);
      expect(await told(person, request(foreign.channelId), foreign.channelId)).toBe(absent);
    }
  });

  it.each(WITH_CHANNEL)(
    'is not revealed to owners by a request to %s: a channel of another organization',
    async (_, request) => {
      const absent = await told(world.owner, request(ABSENT), ABSENT);
      expect(await told(world.owner, request(foreign.channelId), foreign.channelId)).toBe(absent);
    },
  );

  it.each(WITH_CHANNEL_NAME)('is not revealed by a request to %s: a channel by its name', async (_, request) => {
    for (const person of [ana, gus]) {
      const absent = await told(person, request('no such'), 'no such');
      expect(await told(person, request(hidden.name), hidden.name)).toBe(absent);
      expect(await told(person, request(foreign.channelName), foreign.channelName)).toBe(absent);
    }
  });

  it.each(WITH_GROUP)('is not revealed by a request to %s: a group of another organization', async (_, request) => {
    for (const person of [world.owner, ana, gus]) {
      const absent = await told(person, request(ABSENT), ABSENT);
      expect(absent).toMatch(/^400 /);
      expect(await told(person, request(foreign.groupId), foreign.groupId)).toBe(absent);
      expect(await told(person, request(foreign.systemGroupId), foreign.systemGroupId)).toBe(absent);
    }
  });

  it('is not revealed for folders of another organization', async () => {
    const { owner } = world;
    await owner.subscribe('filed');
    const id = await owner.channelId('filed');
    const requests = [
      (folder: number): Request => ['PATCH', `streams/${id}`, { folder_id: folder }],
      (folder: number): Request => [
        'POST',
        'users/me/subscriptions',
        { subscriptions: [{ name: 'new in folder' }], folder_id: folder },
      ],
      (folder: number): Request => [
        'POST',
        'channels/create',
        { name: 'new in folder', subscribers: [], folder_id: folder },
      ],
      (folder: number): Request => ['PATCH', `channel_folders/${folder}`, { name: 'mine' }],
      (folder: number): Request => ['PATCH', 'channel_folders', { order: [folder] }],
    ];
    for (const request of requests) {
      const absent = await told(owner, request(ABSENT), ABSENT);
      expect(absent).toMatch(/^400 /);
      expect(await told(owner, request(foreign.folderId), foreign.folderId)).toBe(absent);
    }
  });

  it('is not revealed for users of another organization, who are unknown here', async () => {
    const { owner } = world;
    await owner.subscribe('of people');
    const id = await owner.channelId('of people');
    const group = (await owner.ok('POST', 'user_groups/create', { name: 'of people', description: '', members: [] }))
      .group_id as number;
    const set = (user: number) => ({ direct_members: [user], direct_subgroups: [] });
    const requests = [
      (user: number): Request => [
        'POST',
        'users/me/subscriptions',
        { subscriptions: [{ name: 'of people' }], principals: [user] },
      ],
      (user: number): Request => [
        'DELETE',
        'users/me/subscriptions',
        { subscriptions: ['of people'], principals: [user] },
      ],
      (user: number): Request => ['POST', 'channels/create', { name: 'for them', subscribers: [user] }],
      (user: number): Request => ['PATCH', `streams/${id}`, { can_subscribe_group: { new: set(user) } }],
      (user: number): Request => [
        'POST',
        'users/me/subscriptions',
        { subscriptions: [{ name: 'theirs' }], can_subscribe_group: set(user) },
      ],
      (user: number): Request => ['PATCH', 'realm', { can_create_groups: { new: set(user) } }],
      (user: number): Request => ['POST', 'user_groups/create', { name: 'x', description: '', members: [user] }],
      (user: number): Request => [
        'POST',
        'user_groups/create',
        { name: 'x', description: '', members: [], can_join_group: set(user) },
      ],
      (user: number): Request => ['POST', `user_groups/${group}/members`, { add: [user] }],
      (user: number): Request => ['POST', `user_groups/${group}/members`, { delete: [user] }],
      (user: number): Request => ['GET', `user_groups/${group}/members/${user}`],
      (user: number): Request => ['PATCH', `user_groups/${group}`, { can_manage_group: { new: set(user) } }],
    ];
    for (const request of requests) {
      const absent = await told(owner, request(ABSENT), ABSENT);
      expect(absent).toMatch(/^400 /);
      expect(await told(owner, request(foreign.userId), foreign.userId)).toBe(absent);
    }
  });

  it('is not revealed for groups of another organization, which give no permission here', async () => {
    const { owner } = world;
    await owner.subscribe('of groups');
    const id = await owner.channelId('of groups');
    const group = (await owner.ok('POST', 'user_groups/create', { name: 'of groups', description: '', members: [] }))
      .group_id as number;
    const within = (one: number) => ({ direct_members: [owner.id], direct_subgroups: [one] });
    const requests = [
      (one: number): Request => ['PATCH', `streams/${id}`, { can_subscribe_group: { new: one } }],
      (one: number): Request => ['PATCH', `streams/${id}`, { can_subscribe_group: { new: within(one) } }],
      (one: number): Request => ['PATCH', 'realm', { can_create_groups: { new: one } }],
      (one: number): Request => ['PATCH', 'realm', { can_create_groups: { new: within(one) } }],
      (one: number): Request => ['PATCH', `user_groups/${group}`, { can_join_group: { new: one } }],
      (one: number): Request => ['PATCH', `user_groups/${group}`, { can_join_group: { new: within(one) } }],
      (one: number): Request => ['POST', `user_groups/${group}/subgroups`, { add: [one] }],
      (one: number): Request => ['POST', `user_groups/${group}/subgroups`, { delete: [one] }],
      (one: number): Request => ['POST', `user_groups/${group}/members`, { add_subgroups: [one] }],
      (one: number): Request => [
        'POST',
        'user_groups/create',
        { name: 'x', description: '', members: [], subgroups: [one] },
      ],
      (one: number): Request => [
        'POST',
        'users/me/subscriptions',
        { subscriptions: [{ name: 'theirs' }], can_send_message_group: one },
      ],
    ];
    for (const request of requests) {
      const absent = await told(owner, request(ABSENT), ABSENT);
      expect(absent).toMatch(/^400 /);
      expect(await told(owner, request(foreign.groupId), foreign.groupId)).toBe(absent);
      expect(await told(owner, request(foreign.systemGroupId), foreign.systemGroupId)).toBe(absent);
    }
  });

  it.each(['-1', '+1', '0x1', '1.0', '1e0', '%201', '1%00', '１', 'me', '9007199254740993'])(
    'is not revealed by the invalid id %s',
    async (id) => {
      const { owner } = world;
      const group = (await owner.ok('POST', 'user_groups/create', { name: `of ${id}`, description: '', members: [] }))
        .group_id as number;
      const paths = [
        `streams/${id}`,
        `streams/${id}/members`,
        `streams/${id}/email_address`,
        `users/me/${id}/topics`,
        `users/${id}/subscriptions/1`,
        `users/1/subscriptions/${id}`,
        `user_groups/${id}/members`,
        `user_groups/${id}/subgroups`,
        `user_groups/${group}/members/${id}`,
      ];
      for (const path of paths) {
        const { status, body } = await owner.get(path);
        expect([path, status, body.code]).toEqual([path, 400, 'BAD_REQUEST']);
      }
    },
  );

  it('is not revealed by any list', async () => {
    for (const person of [world.owner, ana, gus]) {
      const { state } = await person.register({ client_capabilities: CAPABLE });
      const lists = [
        state,
        (await person.ok('GET', 'streams', { include_all: true, exclude_archived: false })).streams,
        (await person.get('user_groups', { include_deactivated_groups: true })).body,
        (await person.get('channel_folders', { include_archived: true })).body,
      ];
      const text = JSON.stringify(lists).toLowerCase();
      expect(text).not.toContain('elsewhere');
      if (person !== world.owner) expect(text).not.toContain('"hidden"');
    }
  });
});

const CAPABLE = { notification_settings_null: true, archived_channels: true, include_deactivated_groups: true };
