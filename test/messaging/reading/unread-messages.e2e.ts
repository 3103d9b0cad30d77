import { actorOf, MailRecipients, Organizations } from '@app/identity';
import { Messages, UnreadMessageViews, ReaderMessageView } from '@app/messaging';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** The fields of a message that each reader may see. */
const withoutHistory = ({ view }: ReaderMessageView) => ({ ...view, edits: null });

/** Unread messages of many users come from one query; they must equal the answer for each user. */
describe('unread messages of many users', () => {
  let world: World;
  beforeAll(async () => void (world = await World.start()));
  afterAll(() => world.stop());

  it('equal those of each user alone', async () => {
    const names = ['reader', 'leaver', 'newcomer', 'muter', 'marker', 'outsider'];
    const [reader, leaver, newcomer, muter, marker, outsider] = await Promise.all(names.map(world.member));
    const guest = await world.guest('guest');
    const everybody: Person[] = [reader, leaver, newcomer, muter, marker, outsider, guest];
    const early = everybody.filter((one) => one !== newcomer && one !== outsider);
    const principals = early.map(({ id }) => id);
    const { owner } = world;
    const open = (name: string, more = {}) =>
      owner.ok('POST', 'users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [...principals, owner.id],
        ...more,
      });
    await open('public');
    await open('protected', { invite_only: true, history_public_to_subscribers: false });
    await open('target', { invite_only: true });
    await muter.ok('POST', `users/me/muted_users/${reader.id}`);
    const ids: number[] = [];
    for (const channel of ['public', 'protected', 'target']) {
      for (const one of [owner, reader]) {
        ids.push(await one.send(channel, 'talk', `@**all** from ${one.fullName}`));
        ids.push(await one.send(channel, 'going', `@**${outsider.fullName}** @**${guest.fullName}** going`));
      }
    }
    ids.push(await owner.sendTo([reader, guest], 'A group'), await owner.sendTo([leaver], 'Two people'));
    for (const name of ['public', 'protected', 'target'])
      await owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name }], principals: [newcomer.id] });
    await leaver.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['public', 'protected'] });
    await reader.ok('POST', 'messages/flags', { messages: ids.slice(0, 3), op: 'add', flag: 'read' });
    await marker.ok('POST', 'mark_all_as_read');
    await marker.ok('POST', 'messages/flags', { messages: [ids[1]], op: 'remove', flag: 'read' });
    const moved = ids[1];
    await owner.ok('PATCH', `messages/${moved}`, {
      stream_id: await owner.channelId('target'),
      propagate_mode: 'change_all',
    });
    await owner.ok('DELETE', `messages/${ids[0]}`);

    const organization = await world.service(Organizations).current(world.organizationId);
    const recipients = await world.service(MailRecipients).find(
      world.organizationId,
      everybody.map(({ id }) => id as never),
    );
    const users = [...recipients.values()].map(({ user }) => user);
    const readings = users.flatMap(({ id: userId }) =>
      ids.map((messageId) => ({ userId, messageId: messageId as never })),
    );
    const together = await world.service(UnreadMessageViews).of(organization, users, readings);
    let count = 0;
    for (const user of users) {
      const actor = actorOf(user, organization);
      const alone = await world.service(Messages).select(actor, [{ operator: 'is', operand: 'unread' }], ids);
      const found = [...together.get(user.id)!].sort((one, other) => one.view.id - other.view.id);
      expect(found.map(withoutHistory)).toEqual(alone.map(withoutHistory));
      count += alone.length;
    }
    expect(count).toBeGreaterThan(10);
  });
});
