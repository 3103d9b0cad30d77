import { expectFreshSnapshot } from '../../support/fold';
import type { EventQueue } from '../../support/event-queue';
import { heldTransaction } from '../../support/held';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const WRITERS = 8;
const REGISTRATIONS = 12;
const EVERYTHING = {
  client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  include_subscribers: true,
};
/** A snapshot and the events after it meet without gap or overlap, with any concurrent writes. */
describe('registration during concurrent writes', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
  });
  afterAll(() => world.stop());

  /** Keeps transactions of all lengths open while `work` runs; returns the messages they sent. */
  async function amidTraffic(work: () => Promise<void>): Promise<number[]> {
    const sent: number[] = [];
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; !isOver; i++) {
        sent.push(await ana.send('plans', `topic ${writer}`, `number ${i}`));
        if (i % 5 === writer % 5) sent.push(await ana.sendTo([bo], `direct ${i}`));
      }
    });
    const members = (async () => {
      while (!isOver) {
        await ana.subscribe(`side ${Math.floor(Math.random() * 3)}`, { principals: [bo.id] });
        await ana.ok('POST', 'users/me/subscriptions/properties', {
          subscription_data: [{ stream_id: await ana.channelId('plans'), property: 'pin_to_top', value: true }],
        });
      }
    })();
    await work();
    isOver = true;
    await Promise.all([...writers, members]);
    return sent;
  }

  /** The messages of the notification bot, all of them to Bo, who is subscribed to every new channel. */
  const said = async (): Promise<number[]> =>
    (
      await world.sql<{ id: string }>(
        'SELECT m.id FROM message m JOIN user_account u ON u.id = m.sender_id WHERE u.is_system_bot',
      )
    ).map(({ id }) => Number(id));

  const unreadIn = ({ state }: EventQueue): number[] => {
    const { streams, pms } = state.unread_msgs as Record<'streams' | 'pms', { unread_message_ids: number[] }[]>;
    return [...streams, ...pms].flatMap(({ unread_message_ids }) => unread_message_ids);
  };

  it('shows every message in the snapshot or in the events, and none in both', async () => {
    const queues: EventQueue[] = [];
    const sent = await amidTraffic(async () => {
      for (let i = 0; i < REGISTRATIONS; i++)
        queues.push(
          await bo.register({ event_types: ['message'], fetch_event_types: ['message', 'update_message_flags'] }),
        );
    });
    const all = [...sent, ...(await said())].sort((a, b) => a - b);
    for (const queue of queues) {
      await queue.drain();
      const told = queue.seen.map(({ message }) => (message as { id: number }).id);
      expect([...unreadIn(queue), ...told].sort((a, b) => a - b)).toEqual(all);
      expect(told.length).toBeGreaterThan(0);
    }
  });

  it('sends events of open transactions, though the snapshot shows later ones', async () => {
    const slow = await heldTransaction(world, bo);
    const shown = await ana.send('plans', 'under way', 'in the snapshot');
    const types = ['realm_user', 'message', 'update_message_flags'];
    const queue = await bo.register({ event_types: types, fetch_event_types: types });
    const told = await ana.send('plans', 'under way', 'in the events');
    await slow.letGo();
    await queue.drain();
    expect(unreadIn(queue)).toContain(shown);
    expect(queue.seen).toEqual([
      expect.objectContaining({ type: 'realm_user' }),
      expect.objectContaining({ type: 'message', message: expect.objectContaining({ id: told }) }),
    ]);
  });

  it('leads from every snapshot to the same state as a fresh one', async () => {
    const queues: EventQueue[] = [];
    await amidTraffic(async () => {
      for (let i = 0; i < REGISTRATIONS; i++) queues.push(await [ana, bo][i % 2].register(EVERYTHING));
    });
    for (const queue of queues) await expectFreshSnapshot(queue);
  });
});
