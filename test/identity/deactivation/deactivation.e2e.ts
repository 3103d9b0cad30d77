import type { EventQueue } from '../../support/event-queue';
import { groupSeenBy, makeGroup } from '../../support/groups';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

describe('deactivation', () => {
  let world: World;
  let owner: Person;
  let ada: Person;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ada, ana, gus] = [await world.admin('ada'), await world.member('ana'), await world.guest('gus')];
  });
  afterAll(() => world.stop());

  let made = 0;
  const leaver = (): Promise<Person> => world.member(`leaver ${made++}`);
  const refusal = ({ status, body }: ApiResponse) => [status, body.code];
  const off = ({ id }: Person) => owner.ok('DELETE', `users/${id}`);
  const on = async (person: Person) => {
    await owner.ok('POST', `users/${person.id}/reactivate`);
    await person.logInAgain();
  };
  const shown = async (viewer: Person, { id }: Person) => (await viewer.ok('GET', `users/${id}`)).user;
  const seen = async (queue: EventQueue) => (await queue.drain()).map(({ type, op }) => `${type} ${op as string}`);

  describe('ends open access', () => {
    it('rejects keys from the next request on', async () => {
      const out = await leaver();
      await out.ok('GET', 'users/me');
      await off(out);
      for (const [method, path] of [
        ['GET', 'users/me'],
        ['POST', 'register'],
        ['POST', 'messages'],
        ['DELETE', 'users/me'],
      ]) {
        expect(refusal(await world.request(method, path, {}, out.authorization))).toEqual([401, 'USER_DEACTIVATED']);
      }
    });

    it('ends a waiting poll and its queue', async () => {
      const out = await leaver();
      const queue = await out.register();
      const waiting = out.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId });
      await off(out);
      expect(((await waiting).body.events as object[]).map((event) => (event as { type: string }).type)).not.toContain(
        'realm_user',
      );
      expect(refusal(await out.get('events', { queue_id: queue.id, last_event_id: -1 }))).toEqual([
        401,
        'USER_DEACTIVATED',
      ]);
      await on(out);
      expect(refusal(await out.get('events', { queue_id: queue.id, last_event_id: -1 }))).toEqual([
        400,
        'BAD_EVENT_QUEUE_ID',
      ]);
    });

    it('rejects a login with the password', async () => {
      const out = await leaver();
      await off(out);
      const answer = await world.request('POST', 'fetch_api_key', {
        username: out.email,
        password: 'a long enough secret',
      });
      expect(refusal(answer)).toEqual([401, 'USER_DEACTIVATED']);
    });

    it('shows the user as inactive in every list and read', async () => {
      const out = await leaver();
      await off(out);
      expect(await shown(ana, out)).toMatchObject({ is_active: false, role: 400 });
      const { state } = await ana.register();
      const ids = (list: unknown) => (list as { user_id: number }[]).map(({ user_id }) => user_id);
      expect(ids(state.realm_users)).not.toContain(out.id);
      expect(ids(state.realm_non_active_users)).toContain(out.id);
    });
  });

  describe('removes the user', () => {
    it('from subscribers, their counts and groups, and restores them on reactivation', async () => {
      const out = await leaver();
      await ana.subscribe('place', { principals: [ana.id, out.id, gus.id] });
      const channelId = await ana.channelId('place');
      const groupId = await makeGroup(ana, 'people', [ana, out], {
        can_join_group: { direct_members: [out.id, ana.id], direct_subgroups: [] },
      });
      const facts = async () => {
        const { stream } = await ana.ok('GET', `streams/${channelId}`);
        const { subscribers } = await ana.ok('GET', `streams/${channelId}/members`);
        const { members, can_join_group } = await groupSeenBy(ana, groupId);
        const { subscriptions } = await ana.ok('GET', 'users/me/subscriptions', { include_subscribers: true });
        const own = (subscriptions as { name: string; subscribers: number[] }[]).find(({ name }) => name === 'place')!;
        return {
          count: (stream as { subscriber_count: number }).subscriber_count,
          subscribers,
          listed: own.subscribers,
          members,
          can_join_group,
        };
      };
      const before = await facts();
      expect(before).toMatchObject({ count: 3, members: [ana.id, out.id] });
      await off(out);
      const without = [ana.id, gus.id].sort((a, b) => a - b);
      expect(await facts()).toEqual({
        count: 2,
        subscribers: without,
        listed: without,
        members: [ana.id],
        can_join_group: { direct_members: [ana.id], direct_subgroups: [] },
      });
      await on(out);
      expect(await facts()).toEqual(before);
    });

    it('from the recipients that can be written to', async () => {
      const out = await leaver();
      await off(out);
      for (const to of [[out.id], [out.id, gus.id]]) {
        expect(refusal(await ana.post('messages', { type: 'direct', to, content: 'hello?' }))).toEqual([
          400,
          'BAD_REQUEST',
        ]);
      }
      expect(
        refusal(await ana.post('users/me/subscriptions', { subscriptions: [{ name: 'place' }], principals: [out.id] })),
      ).toEqual([400, 'BAD_REQUEST']);
    });

    it('and keeps the read state of earlier messages, with none unread from the meantime', async () => {
      const out = await leaver();
      await ana.subscribe('talk', { principals: [ana.id, out.id] });
      const before = await ana.send('talk', 'x', 'before');
      await off(out);
      const meanwhile = await ana.send('talk', 'x', `meanwhile @**all** @**${out.fullName}**`);
      await on(out);
      const after = await ana.send('talk', 'x', 'after');
      const flags = async (id: number) =>
        ((await out.ok('GET', `messages/${id}`)).message as { flags: string[] }).flags;
      expect(await flags(before)).not.toContain('read');
      expect(await flags(meanwhile)).toContain('read');
      expect(await flags(after)).not.toContain('read');
      const { state } = await out.register();
      const { streams, mentions } = state.unread_msgs as {
        streams: { unread_message_ids: number[] }[];
        mentions: number[];
      };
      const unread = streams.flatMap(({ unread_message_ids }) => unread_message_ids);
      expect(unread).toEqual(expect.arrayContaining([before, after]));
      expect(unread).not.toContain(meanwhile);
      expect(mentions).toEqual([]);
    });
  });

  describe('is refused', () => {
    it('to users other than administrators', async () => {
      const out = await leaver();
      const moderator = await world.moderator(`mo ${made}`);
      for (const actor of [moderator, ana, gus, out]) {
        for (const target of [out.id, owner.id, 999_999]) {
          expect(refusal(await actor.delete(`users/${target}`))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
          expect(refusal(await actor.post(`users/${target}/reactivate`))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
        }
      }
      expect(await shown(ana, out)).toMatchObject({ is_active: true });
    });

    it.each(['999999', '0', '-1', '1.5', 'x', 'nobody@example.org', '%00', '9007199254740993'])(
      'for unknown users: %s',
      async (path) => {
        expect(refusal(await ada.delete(`users/${path}`))).toEqual([400, 'BAD_REQUEST']);
        expect(refusal(await ada.post(`users/${path}/reactivate`))).toEqual([400, 'BAD_REQUEST']);
      },
    );

    it('for the system bot', async () => {
      const [bot] = await world.sql<{ id: string }>('SELECT id FROM user_account WHERE is_system_bot');
      expect(refusal(await owner.delete(`users/${bot.id}`))).toEqual([400, 'BAD_REQUEST']);
      expect(refusal(await owner.post(`users/${bot.id}/reactivate`))).toEqual([400, 'BAD_REQUEST']);
    });

    it('for deactivated users; reactivation of an active user succeeds', async () => {
      const out = await leaver();
      await off(out);
      expect(refusal(await ada.delete(`users/${out.id}`))).toEqual([400, 'BAD_REQUEST']);
      await on(out);
      const queue = await ana.register();
      await on(out);
      expect(await seen(queue)).toEqual([]);
    });

    it('to administrators for owners, in both directions', async () => {
      const other = await leaver();
      await owner.ok('PATCH', `users/${other.id}`, { role: 100 });
      expect(refusal(await ada.delete(`users/${other.id}`))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      await off(other);
      expect(refusal(await ada.post(`users/${other.id}/reactivate`))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      await on(other);
      expect(await shown(ana, other)).toMatchObject({ is_active: true, is_owner: true });
      await owner.ok('PATCH', `users/${other.id}`, { role: 400 });
    });

    it('for the last owner', async () => {
      expect(refusal(await owner.delete(`users/${owner.id}`))).toEqual([400, 'BAD_REQUEST']);
      expect((await owner.ok('GET', 'users/me')).is_owner).toBe(true);
    });

    it('with a comment that is too long', async () => {
      const out = await leaver();
      const comment = (length: number) => ({ deactivation_notification_comment: 'é'.repeat(length) });
      expect(refusal(await ada.delete(`users/${out.id}`, comment(2_001)))).toEqual([400, 'BAD_REQUEST']);
      expect(await shown(ana, out)).toMatchObject({ is_active: true });
      await ada.ok('DELETE', `users/${out.id}`, comment(2_000));
    });

    it('to all but one of several requests at once', async () => {
      const out = await leaver();
      const answers = await Promise.all([owner, ada, owner, ada].map((actor) => actor.delete(`users/${out.id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    });
  });

  describe('deactivating the own account', () => {
    it('is allowed for every user', async () => {
      const out = await leaver();
      const queue = await ana.register({ event_types: ['realm_user'] });
      await out.ok('DELETE', 'users/me');
      expect(await queue.drain()).toMatchObject([{ op: 'update', person: { user_id: out.id, is_active: false } }]);
      expect(refusal(await out.get('users/me'))).toEqual([401, 'USER_DEACTIVATED']);
    });

    it('is refused to the last owner', async () => {
      const { status, body } = await owner.delete('users/me');
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'CANNOT_DEACTIVATE_LAST_USER',
          is_last_owner: true,
          entity: 'organization owner',
        }),
      ]);
    });

    it('is refused to the last active user', async () => {
      const alone = await World.start();
      try {
        const { status, body } = await alone.owner.delete('users/me');
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({ code: 'CANNOT_DEACTIVATE_LAST_USER', is_last_owner: false, entity: 'user' }),
        ]);
      } finally {
        await alone.stop();
      }
    });
  });
});
