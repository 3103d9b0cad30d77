import type { Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { World } from '../../support/world';

interface Listed {
  stream_id: number;
  name: string;
  description: string;
  subscriber_count: number;
  first_message_id: number | null;
  can_send_message_group: unknown;
}
type State = Record<'subscriptions' | 'unsubscribed' | 'never_subscribed' | 'streams', Listed[]>;

describe('the channels of a registration', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start({}, 1);
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await world.owner.ok('PATCH', 'realm', { send_channel_events_messages: false });
    for (const name of ['plans', 'food', 'news']) await ana.subscribe(name);
    await ana.subscribe('inner', { invite_only: true, history_public_to_subscribers: false });
    for (const person of [ana, ben]) await stateOf(person);
  });
  afterAll(() => world.stop());

  const TYPES = { fetch_event_types: ['subscription', 'stream'], event_types: ['heartbeat'] };
  const stateOf = async (person: Person): Promise<State> => (await person.ok('POST', 'register', TYPES)) as never;
  const named = (list: readonly Listed[], name: string): Listed | undefined => list.find((one) => one.name === name);
  /** How many whole channels a registration reads. */
  const readBy = async (person: Person): Promise<number> => {
    const statements = await statementsDuring(() => stateOf(person));
    return statements
      .filter(({ text }) => text.includes('rendered_description') && text.includes('FROM channel c'))
      .reduce((sum, { rows }) => sum + rows, 0);
  };

  it('are read only after they have changed, and only those', async () => {
    expect(await readBy(ben)).toBe(0);
    await ana.ok('PATCH', `streams/${await ana.channelId('food')}`, { description: 'what we eat' });
    expect(await readBy(ben)).toBe(1);
    expect(await readBy(ana)).toBe(0);
  });

  it.each<[string, () => Promise<unknown>, (state: State) => unknown, unknown]>([
    [
      'a description',
      async () => ana.ok('PATCH', `streams/${await ana.channelId('plans')}`, { description: 'new' }),
      ({ never_subscribed }) => named(never_subscribed, 'plans')!.description,
      'new',
    ],
    [
      'a change that no operation makes',
      () => world.sql("UPDATE channel SET description = 'by hand' WHERE name = 'plans'"),
      ({ streams }) => named(streams, 'plans')!.description,
      'by hand',
    ],
    [
      'the number of subscribers',
      () => world.owner.subscribe('plans'),
      ({ streams }) => named(streams, 'plans')!.subscriber_count,
      2,
    ],
    [
      'an own subscription',
      () => ben.subscribe('news'),
      ({ subscriptions }) => named(subscriptions, 'news')?.subscriber_count,
      2,
    ],
    [
      'an archived channel',
      async () => world.owner.ok('DELETE', `streams/${await ana.channelId('food')}`),
      ({ streams, never_subscribed }) => [named(streams, 'food'), named(never_subscribed, 'food')],
      [undefined, undefined],
    ],
  ])('have what changed since the last one: %s', async (_name, change, shown, expected) => {
    await change();
    expect(shown(await stateOf(ben))).toEqual(expected);
  });

  it('are those that the user may see, also after another user has registered', async () => {
    const [own, other, guest] = [await stateOf(ana), await stateOf(ben), await stateOf(gus)];
    expect(named(own.subscriptions, 'inner')).toBeDefined();
    for (const { streams, never_subscribed } of [other, guest])
      expect([named(streams, 'inner'), named(never_subscribed, 'inner')]).toEqual([undefined, undefined]);
    expect(guest.streams.map(({ name }) => name)).toEqual(['general']);
    await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'inner' }], principals: [ben.id] });
    expect(named((await stateOf(ben)).subscriptions, 'inner')).toBeDefined();
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['inner'], principals: [ben.id] });
    expect(named((await stateOf(ben)).streams, 'inner')).toBeUndefined();
  });

  it('name in settings no account that was deactivated', async () => {
    const cas = await world.member('cas');
    const id = await ana.channelId('plans');
    const setting = { direct_members: [ana.id, cas.id], direct_subgroups: [] };
    await ana.ok('PATCH', `streams/${id}`, { can_send_message_group: JSON.stringify({ new: setting }) });
    const shown = async () => named((await stateOf(ben)).streams, 'plans')!.can_send_message_group;
    expect(await shown()).toEqual(setting);
    await world.owner.ok('DELETE', `users/${cas.id}`);
    expect(await shown()).toEqual({ direct_members: [ana.id], direct_subgroups: [] });
  });

  it('have the first message that the user may see', async () => {
    const id = await ana.send('inner', 'a topic', 'before ben');
    await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'inner' }], principals: [ben.id] });
    const later = await ana.send('inner', 'a topic', 'after');
    expect(named((await stateOf(ben)).subscriptions, 'inner')!.first_message_id).toBe(later);
    expect(named((await stateOf(ana)).subscriptions, 'inner')!.first_message_id).toBeLessThanOrEqual(id);
  });
});
