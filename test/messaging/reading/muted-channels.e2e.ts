import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('a muted channel', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe(['loud', 'quiet']);
    await ana.subscribe(['loud', 'quiet'], { principals: [bo.id], send_new_subscription_messages: false });
    const mute = { stream_id: await bo.channelId('loud'), property: 'is_muted', value: true };
    await bo.ok('POST', 'users/me/subscriptions/properties', { subscription_data: [mute] });
  });
  afterAll(() => world.stop());

  it('has unread messages in lists but not in the count, and is skipped by first_unread unless the narrow names it', async () => {
    const queue = await bo.register({ fetch_event_types: ['message', 'update_message_flags', 'subscription'] });
    const loud = await ana.send('loud', 't', 'noise');
    const quiet = await ana.send('quiet', 't', 'news');
    const unreads = (await bo.register()).state.unread_msgs as { count: number; streams: object[] };
    expect([unreads.count, unreads.streams.length]).toEqual([1, 2]);

    const firstUnread = async (narrow: object[]) =>
      (await bo.ok('GET', 'messages', { anchor: 'first_unread', num_before: 0, num_after: 5, narrow })).anchor;
    expect(await firstUnread([])).toBe(quiet);
    expect(await firstUnread([{ operator: 'channel', operand: 'loud' }])).toBe(loud);
    await expectFreshSnapshot(queue);
  });
});
