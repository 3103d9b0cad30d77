import type { EventQueue } from '../support/event-queue';
import { expectFreshSnapshot } from '../support/fold';
import type { Parameters, Person } from '../support/person';
import { followAll, visibleParts, speaksOf } from '../support/channel-visibility';
import { World } from '../support/world';

/** A word in names, topics and contents of the channel and nowhere else. */
const WORD = 'zq';

interface Place {
  id: number;
  name: string;
}

interface Case {
  /** How the subject sees the channel; settings for its creation. */
  given(subject: Person): Promise<Parameters>;
  enter?(subject: Person, place: Place): Promise<unknown>;
  lose(subject: Person, place: Place): Promise<unknown>;
  /** What the user still finds; nothing by default. */
  left?: string[];
  role?: 'admin';
}

describe('mistakes 3 and 4: events and answers for users without access', () => {
  let world: World;
  let ana: Person;
  let pat: Person;
  let people = 0;
  beforeAll(async () => {
    world = await World.start();
    [ana, pat] = [await world.member('ana'), await world.member('pat')];
  });
  afterAll(() => world.stop());

  const named = ({ id }: Person) => ({ direct_members: [id], direct_subgroups: [] });
  const nobody = { direct_members: [], direct_subgroups: [] };
  const group = async (members: Person[], subgroups: number[] = []): Promise<number> =>
    (
      await ana.ok('POST', 'user_groups/create', {
        name: `group ${people++}`,
        description: '',
        members: members.map(({ id }) => id),
        subgroups,
      })
    ).group_id as number;
  const setting =
    (property: string, value: unknown) =>
    (_: Person, { id }: Place) =>
      ana.ok('PATCH', `streams/${id}`, { [property]: { new: value } });
  const joined = (subject: Person, { name }: Place) => ana.subscribe(name, { principals: [subject.id] });
  const within = { invite_only: true, history_public_to_subscribers: true };
  let lastGroup = 0;

  const CASES: Record<string, Case> = {
    'a user who is unsubscribed from a private channel': {
      given: async () => within,
      enter: joined,
      lose: (subject, { name }) =>
        ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name], principals: [subject.id] }),
    },
    'a user who leaves a private channel': {
      given: async () => within,
      enter: joined,
      lose: (subject, { name }) => subject.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] }),
    },
    'a user who leaves a channel with protected history': {
      given: async () => ({ invite_only: true }),
      enter: joined,
      lose: (subject, { name }) => subject.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] }),
    },
    'whose public channel is made private': {
      given: async () => ({}),
      lose: (_, { id }) => ana.ok('PATCH', `streams/${id}`, { is_private: true }),
    },
    'a user who becomes a guest': {
      given: async () => ({}),
      lose: (subject) => world.setRole(subject, 'guest'),
    },
    'a former administrator': {
      role: 'admin',
      given: async () => within,
      lose: (subject) => world.setRole(subject, 'member'),
    },
    'a user who loses can_subscribe_group': {
      given: async (subject) => ({ ...within, can_subscribe_group: named(subject) }),
      lose: setting('can_subscribe_group', nobody),
    },
    'a user who loses can_add_subscribers_group': {
      given: async (subject) => ({ ...within, can_add_subscribers_group: named(subject) }),
      lose: setting('can_add_subscribers_group', nobody),
    },
    'a user who loses can_administer_channel_group': {
      given: async (subject) => ({
        ...within,
        can_administer_channel_group: { direct_members: [ana.id, subject.id], direct_subgroups: [] },
      }),
      lose: (subject, place) => setting('can_administer_channel_group', named(ana))(subject, place),
    },
    'a user who is removed from the group in can_subscribe_group': {
      given: async (subject) => ({ ...within, can_subscribe_group: (lastGroup = await group([subject])) }),
      lose: (subject) => ana.ok('POST', `user_groups/${lastGroup}/members`, { delete: [subject.id] }),
    },
    'whose group is taken out of the group that may add': {
      given: async (subject) => {
        const inner = await group([subject]);
        lastGroup = await group([], [inner]);
        return { ...within, can_add_subscribers_group: { direct_members: [ana.id], direct_subgroups: [lastGroup] } };
      },
      lose: async () => {
        const { subgroups } = await ana.ok('GET', `user_groups/${lastGroup}/subgroups`);
        await ana.ok('POST', `user_groups/${lastGroup}/subgroups`, { delete: subgroups });
      },
    },
  };

  it.each(Object.keys(CASES))('contain nothing for %s', async (title) => {
    const { given, enter, lose, role } = CASES[title];
    const subject = await world[role ?? 'member'](`subject ${++people}`);
    const place = await found(await given(subject));
    await enter?.(subject, place);
    const messageId = await ana.send(place.id, `${WORD} topic`, `${WORD} content`);
    expect(await visibleParts(subject, place.id, messageId)).toEqual(
      expect.arrayContaining(['channel', 'list', 'snapshot']),
    );
    const queues = [await followAll(subject), await subject.register({ all_public_streams: true })];

    await lose(subject, place);
    for (const queue of queues) {
      await queue.until(({ type, op, stream_ids }) => isLoss(type, op, stream_ids, place.id));
      await queue.drain();
      // Users who are unsubscribed are told so by the same event.
      const before = queue.seen.length;
      await goOn(place);
      await queue.drain();
      expect(queue.seen.slice(before).filter((event) => speaksOf(event, place.id, WORD))).toEqual([]);
    }
    expect(await visibleParts(subject, place.id, messageId)).toEqual([]);
    await expectFreshSnapshot(queues[0]);
  });

  it('contain nothing of a private channel for other users', async () => {
    const [sam, gus] = [await world.member('sam'), await world.guest('gus')];
    const queues: EventQueue[] = [
      await followAll(sam),
      await followAll(gus),
      await sam.register(),
      await sam.register({ all_public_streams: true }),
    ];
    const place = await found(within);
    await goOn(place);
    await ana.ok('PATCH', `streams/${place.id}`, { history_public_to_subscribers: false, is_private: true });
    await ana.ok('PATCH', `streams/${place.id}`, { topics_policy: 'disable_empty_topic' });
    await ana.ok('PATCH', `streams/${place.id}`, { can_resolve_topics_group: { new: nobody } });
    await ana.ok('DELETE', `streams/${place.id}`);
    await ana.ok('PATCH', `streams/${place.id}`, { is_archived: false });
    await ana.ok('POST', 'user_topics', { stream_id: place.id, topic: `${WORD} topic`, visibility_policy: 3 });
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [place.name] });
    for (const queue of queues) {
      await queue.drain();
      expect(queue.seen.filter((event) => speaksOf(event, place.id, WORD))).toEqual([]);
      await expectFreshSnapshot(queue);
    }
  });

  it('contain nothing of the topic policies and channel settings of other users', async () => {
    const place = await found({});
    await pat.subscribe(place.name);
    const [own, others] = [await followAll(pat), [await followAll(ana), await followAll(world.owner)]];
    await pat.ok('POST', 'user_topics', { stream_id: place.id, topic: `${WORD} topic`, visibility_policy: 1 });
    const change = { stream_id: place.id, property: 'is_muted', value: true };
    await pat.ok('POST', 'users/me/subscriptions/properties', { subscription_data: [change] });
    await own.until(({ type }) => type === 'user_topic');
    await own.until(({ property }) => property === 'is_muted');
    await expectFreshSnapshot(own);
    for (const queue of others) {
      await queue.drain();
      expect(queue.seen.filter(({ op, type }) => type === 'user_topic' || op === 'update')).toEqual([]);
    }
  });

  const isLoss = (type: string, op: unknown, ids: unknown, id: number): boolean =>
    type === 'stream' && op === 'delete' && (ids as number[]).includes(id);

  async function found(parameters: Parameters): Promise<Place> {
    const name = `${WORD} place ${people++}`;
    await ana.subscribe(name, parameters);
    return { id: await ana.channelId(name), name };
  }

  /** Activity in the channel. */
  async function goOn(place: Place): Promise<void> {
    await ana.send(place.id, `${WORD} topic`, `${WORD} content`);
    place.name = `${WORD} other ${people++}`;
    await ana.ok('PATCH', `streams/${place.id}`, { new_name: place.name });
    await ana.ok('PATCH', `streams/${place.id}`, { description: `${WORD} words ${people++}` });
    await ana.subscribe(place.name, { principals: [pat.id] });
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [place.name], principals: [pat.id] });
  }
});
