import { leftBy } from '../../support/audit-log';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { makeGroup } from '../../support/groups';
import type { Person } from '../../support/person';
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
  const off = ({ id }: Person) => owner.ok('DELETE', `users/${id}`);
  const on = async (person: Person) => {
    await owner.ok('POST', `users/${person.id}/reactivate`);
    await person.logInAgain();
  };

  describe('sends events', () => {
    it('for the lists of subscribers first', async () => {
      const out = await leaver();
      await ana.subscribe('told', { principals: [ana.id, out.id] });
      const channelId = await ana.channelId('told');
      const queue = await ana.register();
      await off(out);
      const told = (await queue.drain()).filter(({ type }) =>
        ['subscription', 'realm_user', 'user_group'].includes(type),
      );
      const { id: _, ...last } = told.pop()!;
      expect(last).toEqual({ type: 'realm_user', op: 'update', person: { user_id: out.id, is_active: false } });
      for (const event of told) {
        expect(event).toMatchObject({ type: 'subscription', op: 'peer_remove', user_ids: [out.id] });
      }
      expect(told.flatMap(({ stream_ids }) => stream_ids)).toContain(channelId);
    });

    it('with archived channels, to clients that support archived channels', async () => {
      const out = await leaver();
      await ana.subscribe('archived', { principals: [ana.id, out.id] });
      const channelId = await ana.channelId('archived');
      await owner.ok('DELETE', `streams/${channelId}`);
      const [knowing, other] = await Promise.all([
        ana.register({ client_capabilities: { notification_settings_null: true, archived_channels: true } }),
        ana.register(),
      ]);
      await off(out);
      const ids = async (queue: EventQueue) =>
        (await queue.drain())
          .filter(({ op }) => op === 'peer_remove')
          .flatMap(({ stream_ids }) => stream_ids as number[]);
      expect(await ids(knowing)).toContain(channelId);
      expect(await ids(other)).not.toContain(channelId);
    });

    it('about a private channel only to its subscribers', async () => {
      const out = await leaver();
      const insider = await world.member(`insider ${made}`);
      await insider.subscribe('secret', { principals: [insider.id, out.id], invite_only: true });
      const { subscriptions } = await insider.ok('GET', 'users/me/subscriptions');
      const { stream_id } = (subscriptions as { name: string; stream_id: number }[]).find(
        ({ name }) => name === 'secret',
      )!;
      const [inside, outside, guest] = await Promise.all([insider, ana, gus].map((one) => one.register()));
      await off(out);
      await on(out);
      const text = async (queue: EventQueue) =>
        (await queue.drain()).filter(({ type }) => type === 'subscription').flatMap(({ stream_ids }) => stream_ids);
      expect(await text(inside)).toContain(stream_id);
      expect(await text(outside)).not.toContain(stream_id);
      expect(await text(guest)).not.toContain(stream_id);
    });

    it('on reactivation too, with groups and permissions', async () => {
      const out = await leaver();
      const set = { direct_members: [ana.id, out.id], direct_subgroups: [] };
      const groupId = await makeGroup(ana, `circle ${made}`, [out], { can_join_group: set });
      await ana.subscribe('back', { principals: [ana.id, out.id], can_send_message_group: set });
      await off(out);
      const queue = await ana.register();
      await on(out);
      const told = await queue.drain();
      expect(told.filter(({ type }) => type === 'realm_user')).toMatchObject([
        { op: 'update', person: { user_id: out.id, is_active: true } },
      ]);
      expect(told).toContainEqual(
        expect.objectContaining({ type: 'user_group', op: 'add_members', group_id: groupId, user_ids: [out.id] }),
      );
      expect(told).toContainEqual(
        expect.objectContaining({ type: 'subscription', op: 'peer_add', user_ids: [out.id] }),
      );
      expect(told).toContainEqual(
        expect.objectContaining({ type: 'stream', property: 'can_send_message_group', value: set }),
      );
      expect(told).toContainEqual(
        expect.objectContaining({ type: 'user_group', op: 'update', group_id: groupId, data: { can_join_group: set } }),
      );
    });

    it('so that snapshot and events equal a fresh snapshot, for every viewer', async () => {
      const out = await leaver();
      const set = { direct_members: [ana.id, out.id], direct_subgroups: [] };
      await makeGroup(ana, `fresh ${made}`, [out, ana], { can_leave_group: set });
      await ana.subscribe('fresh', { principals: [ana.id, out.id, gus.id], can_subscribe_group: set });
      await ana.subscribe('fresh secret', {
        principals: [ana.id, out.id],
        invite_only: true,
        can_administer_channel_group: set,
      });
      await owner.ok('PATCH', 'realm', { can_create_groups: { new: set } });
      for (const include_subscribers of ['true', 'false']) {
        for (const step of [off, on, off, on]) {
          const queues = await Promise.all(
            [owner, ada, ana, gus].map((viewer) => viewer.register({ include_subscribers, client_gravatar: false })),
          );
          await step(out);
          for (const queue of queues) await expectFreshSnapshot(queue);
        }
      }
      await owner.ok('PATCH', 'realm', { can_create_groups: { new: (await everybody()).members } });
    });

    const everybody = async () => {
      const { user_groups } = await ana.ok('GET', 'user_groups');
      const id = (name: string) => (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
      return { members: id('role:members') };
    };

    it('logs deactivation and reactivation in the audit log', async () => {
      const out = await leaver();
      const entries = await leftBy(world, async () => {
        await ada.ok('DELETE', `users/${out.id}`, { deactivation_notification_comment: 'good bye' });
        await ada.ok('POST', `users/${out.id}/reactivate`);
      });
      const own = entries.filter(({ action }) => action.endsWith('activated'));
      expect(own.map(({ action, object_id, actor_id, after }) => [action, object_id, actor_id, after])).toEqual([
        ['deactivated', out.id, ada.id, { is_active: false }],
        ['reactivated', out.id, ada.id, { is_active: true }],
      ]);
      expect(JSON.stringify(entries)).not.toContain('good bye');
    });
  });
});
