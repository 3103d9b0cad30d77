import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database, Transactions } from '@app/platform';
import { MessageReadersRepository } from '../../../libs/messaging/src/audiences/message-readers.repository';
import { World } from '../../support/world';

const LEAVERS = 12;
const MESSAGES = 200;

describe('the readers of a topic that is moved or deleted', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  const copies = async (id: number): Promise<MessageId[]> => {
    const rows = await world.sql<{ id: string }>(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(2, $2) WHERE id = $1 RETURNING id`,
      [id, MESSAGES],
    );
    return [id, ...rows.map((row) => Number(row.id))] as MessageId[];
  };

  it('are found by subscription periods, without a lookup for each message of each former subscriber', async () => {
    const people = await Promise.all(Array.from({ length: LEAVERS }, (_, at) => world.member(`leaver${at}`)));
    const principals = people.map(({ id }) => id as UserId).sort((one, other) => one - other);
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
    const channelId = (await world.owner.channelId('open')) as ChannelId;
    const unheard = await copies(await world.owner.send('open', 'long', 'before'));
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'open' }], principals });
    const heard = await copies(await world.owner.send('open', 'long', 'meanwhile'));
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['open'], principals });

    const readers = world.service(MessageReadersRepository);
    const ids = [...unheard, ...heard];
    const [{ after }] = await readers.ways(ids);
    const part = { channelId, after, isShared: true, isPublic: true, ways: [{ ids, originId: null, hops: null }] };
    const { held, looks } = await world.service(Transactions).run([], async () => {
      const before = await looksSoFar();
      return { held: await readers.held([part]), looks: (await looksSoFar()) - before };
    });
    expect(held.map(({ userId }) => userId).sort((one, other) => one - other)).toEqual(principals);
    expect(held.map(({ messageIds }) => messageIds)).toEqual(Array(LEAVERS).fill(heard));
    expect(looks).toBeLessThan(10 * LEAVERS);
  });

  /** Reads of indexes and tables of users; reads of earlier transactions of the connection may be among them. */
  const looksSoFar = async (): Promise<number> => {
    const [{ looks }] = await world.service(Database).rows<{ looks: number }>(
      `SELECT sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int AS looks FROM pg_stat_xact_user_tables
       WHERE relname IN ('subscription_period', 'inactive_period')`,
    );
    return looks;
  };
});
