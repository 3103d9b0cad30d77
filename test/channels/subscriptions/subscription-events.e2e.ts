import { randomUUID } from 'node:crypto';
import { expectFreshSnapshot } from '../../support/fold';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;

/** A client that follows all events of channels. */
const follow = (person: Person, parameters: Parameters = {}) =>
  person.register({
    fetch_event_types: ['subscription', 'stream'],
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true, archived_channels: true },
    ...parameters,
  });

describe('subscription events', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const membersOf = async (person: Person, name: string): Promise<number[]> =>
    (await person.ok('GET', `streams/${await person.channelId(name)}/members`)).subscribers as number[];
  const told = async (queue: Awaited<ReturnType<typeof follow>>) =>
    (await queue.drain())
      .filter(({ type }) => type === 'stream' || type === 'subscription')
      .map(({ id: _id, ...event }) => event);

  it('add the channel, then the own subscription, then the other subscribers', async () => {
    const name = nameOf('order');
    const [ofAna, ofBo, ofGus] = [await follow(ana), await follow(bo), await follow(gus)];
    await ana.subscribe(name, { principals: [ana.id, gus.id] });
    const id = await ana.channelId(name);
    const created = expect.objectContaining({
      op: 'create',
      streams: [expect.objectContaining({ stream_id: id, name, subscriber_count: 0, stream_weekly_traffic: null })],
    });
    const added = expect.objectContaining({
      op: 'add',
      subscriptions: [expect.objectContaining({ stream_id: id, subscribers: [ana.id, gus.id], subscriber_count: 2 })],
    });
    expect(await told(ofAna)).toEqual([created, added]);
    expect(await told(ofGus)).toEqual([created, added]);
    expect(await told(ofBo)).toEqual([
      created,
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [ana.id, gus.id] },
      // The subscribers receive the channel's first message.
      { type: 'stream', op: 'update', stream_id: id, name, property: 'first_message_id', value: expect.any(Number) },
    ]);
    for (const queue of [ofAna, ofBo, ofGus]) await expectFreshSnapshot(queue);
  });

  it('add a public channel for a guest who is subscribed, and remove it when the guest unsubscribes', async () => {
    const name = nameOf('guest');
    await ana.subscribe(name, { principals: [ana.id, bo.id] });
    const id = await ana.channelId(name);
    const [ofGus, ofBo] = [await follow(gus), await follow(bo)];
    await ana.subscribe(name, { principals: [gus.id] });
    expect((await told(ofGus)).map(({ op }) => op)).toEqual(['create', 'add']);
    expect(await told(ofBo)).toEqual([{ type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [gus.id] }]);
    await expectFreshSnapshot(ofGus);
    await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    expect(await told(ofGus)).toEqual([
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: id, name }] },
      { type: 'stream', op: 'delete', stream_ids: [id], streams: [{ stream_id: id }] },
    ]);
    expect(await told(ofBo)).toEqual([
      { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: [gus.id] },
    ]);
    for (const queue of [ofGus, ofBo]) await expectFreshSnapshot(queue);
  });

  it('hide private channels from users who cannot see them', async () => {
    const secret = nameOf('secret');
    const [ofAna, ofBo, ofAdmin, ofGus] = [await follow(ana), await follow(bo), await follow(admin), await follow(gus)];
    await ana.subscribe(secret, { invite_only: true });
    const id = await ana.channelId(secret);
    expect((await told(ofAdmin)).map(({ op }) => op)).toEqual(['create', 'peer_add']);
    expect(await told(ofBo)).toEqual([]);
    expect(await told(ofGus)).toEqual([]);
    await ana.subscribe(secret, { principals: [bo.id] });
    expect((await told(ofBo)).map(({ op }) => op)).toEqual(['create', 'add']);
    expect((await told(ofAna)).map(({ op }) => op)).toEqual(['create', 'add', 'peer_add']);
    await admin.ok('DELETE', 'users/me/subscriptions', { subscriptions: [secret], principals: [bo.id] });
    expect((await told(ofBo)).map(({ op }) => op)).toEqual(['remove', 'delete']);
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [secret] });
    expect(await told(ofBo)).toEqual([]);
    expect(await told(ofAdmin)).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [bo.id] },
      { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: [bo.id] },
      { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: [ana.id] },
    ]);
    for (const queue of [ofAna, ofBo, ofAdmin, ofGus]) await expectFreshSnapshot(queue);
  });

  it('reach users who are named in settings of the channel without being subscribed', async () => {
    const secret = nameOf('secret');
    const ofBo = await follow(bo);
    await ana.subscribe(secret, {
      invite_only: true,
      can_administer_channel_group: { direct_members: [bo.id], direct_subgroups: [] },
    });
    expect((await told(ofBo)).map(({ op }) => op)).toEqual(['create', 'peer_add']);
    await expectFreshSnapshot(ofBo);
  });

  it('combine channels with the same change into one event, private ones apart', async () => {
    const open = [nameOf('open'), nameOf('open')];
    const secret = [nameOf('secret'), nameOf('secret')];
    const ofAdmin = await follow(admin);
    await ana.subscribe(open);
    await ana.subscribe(secret, { invite_only: true });
    const peers = (await told(ofAdmin)).filter(({ op }) => op === 'peer_add');
    expect(peers.map(({ stream_ids }) => (stream_ids as number[]).length)).toEqual([2, 1, 1]);
  });

  it('list users by id, whatever the order in the request', async () => {
    const name = nameOf('sorted');
    const ofAdmin = await follow(admin);
    await owner.subscribe(name, { principals: [gus.id, bo.id, ana.id] });
    const peers = (await told(ofAdmin)).filter(({ op }) => op === 'peer_add');
    expect(peers.map(({ user_ids }) => user_ids)).toEqual([[ana.id, bo.id, gus.id].sort((a, b) => a - b)]);
  });

  it('keep the snapshots of all users who unsubscribe together exact', async () => {
    const [open, secret] = [nameOf('open'), nameOf('secret')];
    await ana.subscribe(open, { principals: [ana.id, bo.id, gus.id] });
    await ana.subscribe(secret, { invite_only: true, principals: [ana.id, bo.id, admin.id] });
    const queues = await Promise.all([ana, bo, gus, admin, owner].map((person) => follow(person)));
    const all = { subscriptions: [open, secret], principals: [ana.id, bo.id, gus.id, admin.id] };
    await owner.ok('DELETE', 'users/me/subscriptions', all);
    for (const queue of queues) await expectFreshSnapshot(queue);
  });

  it('resolve inherited settings for clients that do not support null, and omit archived channels', async () => {
    const old = await follow(ana, { client_capabilities: { notification_settings_null: false } });
    const [name, archived] = [nameOf('legacy'), nameOf('archived')];
    await bo.subscribe(archived);
    await world.sql('UPDATE channel SET is_archived = true WHERE name = $1', [archived]);
    await ana.subscribe([name, archived]);
    const added = (await told(old)).find(({ op }) => op === 'add');
    expect(added!.subscriptions).toEqual([
      expect.objectContaining({ name, desktop_notifications: false, wildcard_mentions_notify: true }),
    ]);
  });

  it('follow a change of role', async () => {
    const rob = await world.member('rob');
    const [open, secret] = [nameOf('open'), nameOf('secret')];
    await ana.subscribe(open);
    await ana.subscribe(secret, { invite_only: true });
    const ids = { open: await ana.channelId(open), secret: await ana.channelId(secret) };
    const become = async (role: 'guest' | 'member' | 'admin') => {
      const queue = await follow(rob);
      await world.setRole(rob, role);
      await expectFreshSnapshot(queue);
      return {
        revealed: queue.seen
          .filter(({ op }) => op === 'create')
          .flatMap(({ streams }) => streams as { stream_id: number }[]),
        hidden: queue.seen.filter(({ op }) => op === 'delete').flatMap(({ stream_ids }) => stream_ids as number[]),
      };
    };
    expect((await become('guest')).hidden).toContain(ids.open);
    expect((await become('member')).revealed.map(({ stream_id }) => stream_id)).toContain(ids.open);
    expect((await become('admin')).revealed.map(({ stream_id }) => stream_id)).toContain(ids.secret);
    expect((await become('member')).hidden).toContain(ids.secret);
  });

  it('tell new users of default channels, and the subscribers of the new users', async () => {
    const general = await owner.channelId('general');
    const queue = await follow(bo);
    const nora = await world.member('nora');
    expect(await told(queue)).toContainEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [general],
      user_ids: [nora.id],
    });
    await expectFreshSnapshot(queue);
    expect(await membersOf(bo, 'general')).toContain(nora.id);
  });

  it('tell all users but guests of new default channels', async () => {
    const [ofBo, ofGus] = [await follow(bo), await follow(gus)];
    const name = nameOf('default');
    await admin.subscribe(name, { is_default_stream: true });
    const ids = [await bo.channelId('general'), await bo.channelId(name)];
    const defaults = (events: { type: string }[]) => events.filter(({ type }) => type === 'default_streams');
    expect(defaults(await ofBo.drain())).toEqual([
      { id: expect.any(Number), type: 'default_streams', default_streams: ids },
    ]);
    expect(defaults(await ofGus.drain())).toEqual([]);
    const snapshot = async (person: Person) =>
      (await follow(person, { fetch_event_types: ['default_streams'] })).state.realm_default_streams;
    expect(await snapshot(bo)).toEqual(ids);
    expect(await snapshot(gus)).toEqual([]);
    const newcomer = await world.member('defaulter');
    expect(await membersOf(bo, name)).toContain(newcomer.id);
  });

  it('come in the order of the changes, with many concurrent changes of one channel', async () => {
    const name = nameOf('busy');
    await owner.subscribe(name);
    const queue = await follow(owner);
    const people = [ana, bo, admin];
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        ...people.map((person) => person.subscribe(name)),
        ...people.map((person) => person.delete('users/me/subscriptions', { subscriptions: [name] })),
        owner.subscribe(name, { principals: people.map(({ id }) => id) }),
      ]);
    }
    await expectFreshSnapshot(queue);
  });

  it.each([1, 2, 3])('keep every snapshot exact during concurrent changes (%d)', async (seed) => {
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    const rita = await world.member(`rita ${seed}`);
    const people = [owner, admin, ana, bo, gus, rita];
    const kinds: Parameters[] = [
      {},
      { invite_only: true },
      { invite_only: true, history_public_to_subscribers: true },
      { invite_only: true, can_subscribe_group: { direct_members: [bo.id, gus.id], direct_subgroups: [] } },
      { invite_only: true, can_administer_channel_group: { direct_members: [rita.id], direct_subgroups: [] } },
    ];
    const names = kinds.map(() => nameOf('chaos'));
    const queues = await Promise.all(people.map((person) => follow(person)));

    // Rita's role changes. Clients list a channel that Rita left and sees again as never subscribed, so Rita does not
    // leave.
    const leaving = people.filter((person) => person !== rita);
    const some = (list: readonly Person[]) => list.filter(() => random() < 0.4).map(({ id }) => id);
    const acts: (() => Promise<unknown>)[] = [
      () => subscribeSome(pick(people), pick([[], some(people)])),
      () => subscribeSome(ana, some(people)),
      () => pick(leaving).delete('users/me/subscriptions', { subscriptions: [pick(names)] }),
      () => admin.delete('users/me/subscriptions', { subscriptions: [pick(names)], principals: some(leaving) }),
      () => world.setRole(rita, pick(['guest', 'member', 'member', 'moderator'])),
    ];
    function subscribeSome(person: Person, principals: number[]): Promise<unknown> {
      const at = Math.floor(random() * names.length);
      const subscriptions = [{ name: names[at] }];
      return person.post('users/me/subscriptions', { subscriptions, principals, ...kinds[at] });
    }

    for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: 5 }, () => pick(acts)()));
    for (const queue of queues) await expectFreshSnapshot(queue);
  });
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
