import type { MessageId, UserId } from '@app/kernel';
import { EventLog } from '@app/realtime';
import { Transactions } from '@app/platform';
import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/**
 * Nodes of the previous version write entries that list their receivers, while nodes of this version deliver them
 * (ADR 29).
 */
describe('entries of nodes of the previous version', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let queues: EventQueue[];
  const ids = [11, 12] as MessageId[];
  const idsOf = (...people: Person[]) => people.map(({ id }) => id as UserId);

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
  });
  afterAll(() => world.stop());

  beforeEach(async () => {
    const capabilities = { notification_settings_null: true, empty_topic_name: true };
    queues = [
      await ana.register({ client_capabilities: { ...capabilities, bulk_message_deletion: true } }),
      await ana.register({ client_capabilities: capabilities }),
      await ben.register({ client_capabilities: capabilities }),
      await world.owner.register({ client_capabilities: capabilities }),
    ];
  });

  async function tell(kind: string, told: readonly UserId[], payload: object): Promise<void> {
    const { organizationId } = world;
    const audience = { to: 'users' as const, ids: told };
    await world.service(Transactions).run([], async () => {
      world.service(EventLog).tell({ kind, organizationId, audience, payload });
    });
  }
  const told = () => Promise.all(queues.map((queue) => queue.drain()));

  it('send deletions in the form of each client', async () => {
    const deleted = { place: { channelId: 3, topic: 'roof' }, emptyTopicName: 'general chat' };
    await tell('messages_deleted', idsOf(ana), { ...deleted, messageIds: ids });
    for (const messageId of ids) await tell('message_deleted', idsOf(ana), { ...deleted, messageId });
    const common = { type: 'delete_message', message_type: 'stream', stream_id: 3, topic: 'roof' };
    expect(await told()).toMatchObject([
      [{ ...common, message_ids: ids }],
      ids.map((message_id) => ({ ...common, message_id })),
      [],
      [],
    ]);
  });

  it('send edits with the messages and the flags of each user', async () => {
    await tell('message_update', idsOf(ana, ben), {
      id: ids[0],
      editorId: ana.id,
      editedAt: 1,
      channel: { id: 3, name: 'talk' },
      text: { before: 'a', htmlBefore: '<p>a</p>', content: 'b', html: '<p>b</p>', isMeMessage: false },
      move: null,
      emptyTopicName: 'general chat',
      views: [
        { messageIds: ids, userIds: [ana.id] },
        { messageIds: ids.slice(0, 1), userIds: [ben.id] },
      ],
      flags: [{ words: ['read'], userIds: [ben.id] }],
    });
    const common = { type: 'update_message', rendering_only: false, stream_id: 3, content: 'b' };
    const ofAna = [{ ...common, message_id: ids[0], message_ids: ids, flags: [] }];
    const ofBen = [{ ...common, message_id: ids[0], message_ids: ids.slice(0, 1), flags: ['read'] }];
    expect(await told()).toMatchObject([ofAna, ofAna, ofBen, []]);
  });

  it('send typing notifications in direct conversations', async () => {
    const people = [ana, ben].map(({ id, email }) => ({ id, email }));
    const [sender] = people;
    await tell('typing_direct', idsOf(ana, ben), { operation: 'start', sender, recipients: people });
    const place = { userIds: idsOf(ana, ben) };
    await tell('typing_edit', idsOf(ben), { operation: 'stop', senderId: ana.id, messageId: ids[0], place });
    const accounts = people.map(({ id, email }) => ({ user_id: id, email }));
    const typing = { type: 'typing', op: 'start', message_type: 'direct', sender: accounts[0], recipients: accounts };
    const recipient = { type: 'direct', user_ids: idsOf(ana, ben) };
    const editing = { type: 'typing_edit_message', op: 'stop', sender_id: ana.id, message_id: ids[0], recipient };
    expect(await told()).toMatchObject([[typing], [typing], [typing, editing], []]);
  });

  it('send messages that are rendered again with the flags of each user', async () => {
    const [id] = ids;
    const looks = { id, channel: { id: 3, name: 'talk' }, content: 'a', html: '<p>new</p>', renderedAt: 1 };
    await tell('message_rendering', idsOf(ben), { ...looks, flags: [{ words: ['starred'], userIds: [ben.id] }] });
    const event = { type: 'update_message', rendering_only: true, message_ids: [id], flags: ['starred'] };
    expect(await told()).toMatchObject([[], [], [{ ...event, rendered_content: '<p>new</p>' }], []]);
  });
});
