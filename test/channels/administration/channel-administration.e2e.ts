import { randomUUID } from 'node:crypto';
import { leftBy } from '../../support/audit-log';
import { follow, newChannel, told, updateOf } from '../../support/channel-changes';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;
const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];
const BAD = [400, 'BAD_REQUEST'];
const UNAUTHORIZED = [400, 'UNAUTHORIZED_PRINCIPAL'];

type Channel = Record<string, unknown> & { stream_id: number; name: string };

describe('administration of channels', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let groups: Record<string, number>;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
    groups = Object.fromEntries(
      (await world.sql<{ name: string; id: number }>('SELECT name, id FROM user_group WHERE is_system')).map(
        ({ name, id }) => [name.replace('role:', ''), Number(id)],
      ),
    );
  });
  afterAll(() => world.stop());

  const made = (what: string, parameters: Parameters = {}) => newChannel(ana, nameOf(what), parameters);
  const shown = async (person: Person, id: number): Promise<Channel> =>
    (await person.ok('GET', `streams/${id}`)).stream as Channel;
  describe('changes each property', () => {
    it.each<[string, Parameters, string, unknown]>([
      ['description', { description: 'New\nplans' }, 'description', 'New plans'],
      ['topics_policy', { topics_policy: 'disable_empty_topic' }, 'topics_policy', 'disable_empty_topic'],
      ['topics_policy in quotes', { topics_policy: '"allow_empty_topic"' }, 'topics_policy', 'allow_empty_topic'],
    ])('%s', async (_, change, property, value) => {
      const { id, name } = await made('field');
      const queue = await follow(bo);
      await ana.ok('PATCH', `streams/${id}`, change);
      expect((await shown(bo, id))[property]).toEqual(value);
      const beside = property === 'description' ? { rendered_description: '<p>New plans</p>' } : {};
      expect(await told(queue)).toEqual([updateOf(id, name, property, value, beside)]);
      await expectFreshSnapshot(queue);
    });

    it('new_name, with an event under the old name', async () => {
      const { id, name } = await made('rename');
      const [ofBo, ofGus] = [await follow(bo), await follow(gus)];
      const renamed = nameOf('renamed');
      await ana.ok('PATCH', `streams/${id}`, { new_name: `  ${renamed} ` });
      expect(await told(ofBo)).toEqual([updateOf(id, name, 'name', renamed)]);
      expect(await told(ofGus)).toEqual([]);
      for (const queue of [ofBo, ofGus]) await expectFreshSnapshot(queue);
      await ana.ok('PATCH', `streams/${id}`, { new_name: renamed.toUpperCase() });
      expect((await shown(ana, id)).name).toBe(renamed.toUpperCase());
    });

    it.each<[unknown, number | null]>([
      [7, 7],
      ['unlimited', -1],
      ['"unlimited"', -1],
      ['realm_default', null],
    ])('message_retention_days %s', async (given, expected) => {
      const { id, name } = await made('kept');
      await owner.ok('PATCH', `streams/${id}`, { message_retention_days: 99 });
      const queue = await follow(bo);
      await owner.ok('PATCH', `streams/${id}`, { message_retention_days: given });
      expect((await shown(bo, id)).message_retention_days).toBe(expected);
      expect(await told(queue)).toEqual([updateOf(id, name, 'message_retention_days', expected)]);
      await expectFreshSnapshot(queue);
    });

    it('is_default_stream, with an event to users who see default channels', async () => {
      const { id } = await made('default');
      const [ofBo, ofGus] = [await follow(bo), await follow(gus)];
      await admin.ok('PATCH', `streams/${id}`, { is_default_stream: true });
      expect(await told(ofBo)).toEqual([{ type: 'default_streams', default_streams: expect.arrayContaining([id]) }]);
      await admin.ok('PATCH', `streams/${id}`, { is_default_stream: false });
      const [last] = await told(ofBo);
      expect(last.default_streams).not.toContain(id);
      expect(await told(ofGus)).toEqual([]);
      for (const queue of [ofBo, ofGus]) await expectFreshSnapshot(queue);
    });

    it('folder_id, and null to remove the channel from its folder', async () => {
      const { id, name } = await made('foldered');
      const folder = (await admin.ok('POST', 'channel_folders/create', { name: nameOf('folder') })).channel_folder_id;
      const queue = await follow(bo);
      await ana.ok('PATCH', `streams/${id}`, { folder_id: folder });
      expect((await shown(bo, id)).folder_id).toBe(folder);
      await ana.ok('PATCH', `streams/${id}`, { folder_id: null });
      await ana.ok('PATCH', `streams/${id}`, { folder_id: null });
      expect(await told(queue)).toEqual([
        updateOf(id, name, 'folder_id', folder),
        updateOf(id, name, 'folder_id', null),
      ]);
      await expectFreshSnapshot(queue);
    });

    it('each group setting, with the expected old value and the new one', async () => {
      const { id, name } = await made('settings');
      const settings = Object.keys(await shown(ana, id)).filter((key) => /^can_.*_group$/.test(key));
      expect(settings).toHaveLength(10);
      await world.sql(`UPDATE organization SET permission_version = permission_version + 1, settings = settings ||
        jsonb_build_object('permissions', jsonb_build_object('can_set_delete_message_policy_group', ${groups.members}))`);
      for (const setting of settings) {
        const queue = await follow(bo);
        const old = (await shown(ana, id))[setting];
        const wanted = { direct_members: [bo.id, ana.id], direct_subgroups: [] };
        const value = { direct_members: [ana.id, bo.id].sort((a, b) => a - b), direct_subgroups: [] };
        await ana.ok('PATCH', `streams/${id}`, { [setting]: { new: wanted, old } });
        expect((await shown(bo, id))[setting]).toEqual(value);
        expect(await told(queue)).toEqual([updateOf(id, name, setting, value)]);
        await ana.ok('PATCH', `streams/${id}`, { [setting]: { new: wanted, old: wanted } });
        expect(await told(queue)).toEqual([]);
        const mismatch = await ana.patch(`streams/${id}`, { [setting]: { new: wanted, old: groups.moderators } });
        expect(mismatch.body).toMatchObject({ code: 'EXPECTATION_MISMATCH', field_name: 'old' });
        await expectFreshSnapshot(queue);
      }
    });

    it('can_send_message_group, with stream_post_policy for older clients', async () => {
      const { id, name } = await made('announcements');
      const queue = await follow(bo);
      await ana.ok('PATCH', `streams/${id}`, { can_send_message_group: { new: groups.administrators } });
      expect(await told(queue)).toEqual([
        updateOf(id, name, 'can_send_message_group', groups.administrators),
        updateOf(id, name, 'stream_post_policy', 2),
        updateOf(id, name, 'is_announcement_only', true),
      ]);
      expect(refusal(await bo.post('messages', { type: 'stream', to: id, topic: 't', content: 'no' }))).toEqual(BAD);
      await expectFreshSnapshot(queue);
    });

    it('several properties at once, the name last', async () => {
      const { id, name } = await made('several');
      const renamed = nameOf('several renamed');
      const queue = await follow(bo);
      await owner.ok('PATCH', `streams/${id}`, {
        new_name: renamed,
        description: 'Both',
        message_retention_days: 30,
        topics_policy: 'allow_empty_topic',
      });
      expect((await told(queue)).map(({ property, name: known }) => [property, known])).toEqual(
        ['message_retention_days', 'topics_policy', 'description', 'name'].map((property) => [property, name]),
      );
      await expectFreshSnapshot(queue);
    });

    it('nothing and without an event, when no value differs', async () => {
      const { id } = await made('same');
      await ana.ok('PATCH', `streams/${id}`, { description: 'Same' });
      const queue = await follow(bo);
      const entries = await leftBy(world, async () => {
        await ana.ok('PATCH', `streams/${id}`);
        await ana.ok('PATCH', `streams/${id}`, {
          description: 'Same',
          is_private: false,
          topics_policy: 'inherit',
          is_archived: true,
          can_subscribe_group: { new: groups.nobody },
        });
      });
      expect(await told(queue)).toEqual([]);
      expect(entries).toEqual([]);
    });

    it('reports unknown parameters', async () => {
      const { id } = await made('unknown');
      const { ignored_parameters_unsupported } = await ana.ok('PATCH', `streams/${id}`, {
        stream_post_policy: 1,
        is_announcement_only: true,
      });
      expect(ignored_parameters_unsupported).toEqual(['is_announcement_only', 'stream_post_policy']);
    });
  });

  describe('refuses', () => {
    it.each<[string, Parameters]>([
      ['a blank name', { new_name: '  ' }],
      ['a long name', { new_name: 'x'.repeat(61) }],
      ['a name with a control character', { new_name: 'a\u0007b' }],
      ['a long description', { description: 'x'.repeat(1025) }],
      ['a word for a boolean', { is_private: 'yes' }],
      ['a number for a boolean', { is_default_stream: 1 }],
      ['protected history in public', { history_public_to_subscribers: false }],
      ['private and web-public at once', { is_private: true, is_web_public: true }],
      ['an unknown policy', { topics_policy: 'none' }],
      ['an unknown folder', { folder_id: 987654 }],
      ['no retention', { message_retention_days: 0 }],
      ['a retention below nothing', { message_retention_days: -5 }],
      ['an unknown retention', { message_retention_days: 'forever' }],
      ['a bare setting', { can_subscribe_group: 1 }],
      ['a setting without a new value', { can_subscribe_group: { old: 1 } }],
      ['an unknown group', { can_subscribe_group: { new: 987654 } }],
      ['an unknown member', { can_subscribe_group: { new: { direct_members: [987654], direct_subgroups: [] } } }],
      ['unarchiving what is not archived', { is_archived: false }],
    ])('%s', async (_, change) => {
      const { id } = await made('refused');
      const before = await shown(owner, id);
      expect(refusal(await owner.patch(`streams/${id}`, { description: 'Not kept', ...change }))).toEqual(BAD);
      expect(await shown(owner, id)).toEqual(before);
    });

    it.each(['everyone', 'internet'])('the group role:%s for a setting', async (group) => {
      const { id } = await made('refused');
      for (const setting of ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']) {
        const answer = await owner.patch(`streams/${id}`, { [setting]: { new: groups[group] } });
        expect([refusal(answer), answer.body.msg]).toEqual([BAD, expect.stringContaining(setting)]);
      }
    });

    it('the current name, and a name that is taken', async () => {
      const [one, other] = [await made('one'), await made('other')];
      await admin.ok('DELETE', `streams/${other.id}`);
      expect(refusal(await ana.patch(`streams/${one.id}`, { new_name: one.name }))).toEqual(BAD);
      const taken = await ana.patch(`streams/${one.id}`, { new_name: other.name.toUpperCase() });
      expect([taken.status, taken.body]).toEqual([
        409,
        {
          result: 'error',
          msg: expect.any(String),
          code: 'CHANNEL_ALREADY_EXISTS',
          channel_name: other.name.toUpperCase(),
        },
      ]);
    });

    it('empty_topic_only while a topic has a name', async () => {
      const { id, name } = await made('topics', { topics_policy: 'empty_topic_only' });
      await ana.send(name, '', 'in the empty topic');
      for (const topics_policy of ['inherit', 'empty_topic_only', 'inherit'])
        await ana.ok('PATCH', `streams/${id}`, { topics_policy });
      await ana.send(name, 'named', 'in a topic with a name');
      const { status, body } = await ana.patch(`streams/${id}`, { topics_policy: 'empty_topic_only' });
      expect([status, body]).toEqual([
        400,
        { result: 'error', msg: expect.any(String), code: 'BAD_REQUEST', empty_topic_display_name: 'general chat' },
      ]);
    });

    it('invalid ids, on every path', async () => {
      for (const id of ['0', '-1', 'abc', '987654', '99999999999999999999', '281474976710656']) {
        for (const answer of [
          await owner.patch(`streams/${id}`, { description: 'x' }),
          await owner.delete(`streams/${id}`),
          await owner.get(`streams/${id}/email_address`),
        ])
          expect([refusal(answer), answer.body.msg]).toEqual([BAD, 'Invalid channel ID']);
      }
    });
  });

  describe('requires', () => {
    it('an administrator of the organization or of the channel, and answers for invisible channels as for unknown ones', async () => {
      const open = await made('open', { principals: [ana.id, gus.id] });
      const secret = await made('secret', { invite_only: true });
      for (const [person, id, message] of [
        [bo, open.id, 'You are not permitted to administer this channel'],
        [gus, open.id, 'You are not permitted to administer this channel'],
        [bo, secret.id, 'Invalid channel ID'],
        [gus, secret.id, 'Invalid channel ID'],
      ] as const) {
        for (const answer of [
          await person.patch(`streams/${id}`, { description: 'x' }),
          await person.delete(`streams/${id}`),
        ])
          expect([refusal(answer), answer.body.msg]).toEqual([BAD, message]);
      }
      for (const person of [ana, admin, owner]) {
        await person.ok('PATCH', `streams/${secret.id}`, { description: person.fullName });
        expect((await shown(ana, secret.id)).description).toBe(person.fullName);
      }
    });

    it('a user who is not a guest, even if a setting names the guest', async () => {
      const { id } = await made('guest', { principals: [ana.id, gus.id] });
      await ana.ok('PATCH', `streams/${id}`, {
        can_administer_channel_group: { new: { direct_members: [gus.id, bo.id], direct_subgroups: [] } },
      });
      expect(refusal(await gus.patch(`streams/${id}`, { description: 'x' }))).toEqual(BAD);
      await bo.ok('PATCH', `streams/${id}`, { description: 'by Bo' });
    });

    it('an owner to change retention, and an administrator to change default channels', async () => {
      const { id } = await made('levels');
      for (const person of [ana, admin])
        expect(refusal(await person.patch(`streams/${id}`, { message_retention_days: 5 }))).toEqual(UNAUTHORIZED);
      expect(refusal(await ana.patch(`streams/${id}`, { is_default_stream: true }))).toEqual(BAD);
    });

    it('access to the content to change who may read a private channel', async () => {
      const { id } = await made('closed', { invite_only: true });
      for (const change of [
        { is_private: false },
        { history_public_to_subscribers: true },
        { can_subscribe_group: { new: groups.members } },
        { can_add_subscribers_group: { new: groups.members } },
      ])
        expect(refusal(await admin.patch(`streams/${id}`, change))).toEqual(BAD);
      await admin.ok('PATCH', `streams/${id}`, { can_remove_subscribers_group: { new: groups.nobody } });
      await ana.ok('PATCH', `streams/${id}`, { can_subscribe_group: { new: groups.members } });
      expect(await bo.channelId((await shown(ana, id)).name)).toBe(id);
    });

    it('a permission of the organization to change the topics policy or who may delete messages', async () => {
      const { id } = await made('policies');
      await world.sql(`UPDATE organization SET permission_version = permission_version + 1, settings = settings ||
        jsonb_build_object('permissions', jsonb_build_object('can_set_delete_message_policy_group', ${groups.moderators},
          'can_set_topics_policy_group', ${groups.moderators}))`);
      for (const change of [
        { topics_policy: 'allow_empty_topic' },
        { can_delete_any_message_group: { new: groups.members } },
        { can_delete_own_message_group: { new: groups.members } },
      ]) {
        expect(refusal(await ana.patch(`streams/${id}`, change))).toEqual(BAD);
        await admin.ok('PATCH', `streams/${id}`, change);
      }
      await ana.ok('PATCH', `streams/${id}`, { topics_policy: 'inherit' });
      await world.sql(
        `UPDATE organization SET permission_version = permission_version + 1, settings = settings - 'permissions'`,
      );
    });

    it.each(['PATCH', 'DELETE'])('credentials to %s', async (method) => {
      expect(refusal(await world.request(method, 'streams/1'))).toEqual([401, 'UNAUTHORIZED']);
    });
  });

  it('logs each change in the audit log, with the old and the new value', async () => {
    const { id, name } = await made('audited');
    const renamed = nameOf('audited renamed');
    const entries = await leftBy(world, async () => {
      await admin.ok('PATCH', `streams/${id}`, {
        new_name: renamed,
        can_send_message_group: { new: groups.moderators },
      });
      await ana.ok('DELETE', `streams/${id}`);
      await owner.ok('PATCH', `streams/${id}`, { is_archived: false, message_retention_days: 3 });
    });
    const about = { object_type: 'channel', object_id: id };
    expect(entries).toEqual([
      expect.objectContaining({
        ...about,
        actor_id: admin.id,
        action: 'changed',
        before: { name, can_send_message_group: groups.everyone },
        after: { name: renamed, can_send_message_group: groups.moderators },
      }),
      expect.objectContaining({
        ...about,
        actor_id: ana.id,
        action: 'archived',
        before: { is_archived: false },
        after: { is_archived: true },
      }),
      expect.objectContaining({
        ...about,
        actor_id: owner.id,
        action: 'unarchived',
        before: { is_archived: true, message_retention_days: null },
        after: { is_archived: false, message_retention_days: 3 },
      }),
    ]);
  });
});
