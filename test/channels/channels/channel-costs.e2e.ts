import { Client } from 'pg';
import { makeGroup } from '../../support/groups';
import type { Person } from '../../support/person';
import { OF_THE_READER } from '../../support/statements';
import { World } from '../../support/world';

const query = Client.prototype.query as (...args: never[]) => unknown;
/** What the server does in the background, independent of requests. */
const OF_THE_SERVER_ITSELF = /pg_snapshot_xmin|SKIP LOCKED|full_members_as_of/;

/** Counts statements, not milliseconds; bench/channels.ts measures the time. */
describe('the cost of lists and changes of channels', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    owner = world.owner;
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await owner.ok('PATCH', 'realm', { send_channel_events_messages: false });
    await ana.subscribe('first', { principals: [ana.id, bo.id] });
  });
  afterAll(() => world.stop());

  /** The least of several equal requests: the first fills caches, and the server sometimes does background work. */
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    await work();
    const counts: number[] = [];
    for (let round = 0; round < 4; round++) counts.push(await countDuring(work));
    return Math.min(...counts);
  }

  async function countDuring(work: () => Promise<unknown>): Promise<number> {
    await world.settled();
    let count = 0;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      if (!OF_THE_READER.test(text) && !OF_THE_SERVER_ITSELF.test(text)) count++;
      return query.apply(this, args as never);
    } as never);
    await work();
    spy.mockRestore();
    return count;
  }

  /** Adds more of everything: half of the new channels are private, a third are the user's, all have subscribers. */
  async function grow(person: Person, count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, at) => `${person.fullName} ${count} ${at}`);
    const half = names.filter((_, at) => at % 2 === 0);
    await ana.subscribe(half, { principals: [ana.id, owner.id] });
    await ana.subscribe(
      names.filter((name) => !half.includes(name)),
      { invite_only: true, principals: [ana.id, owner.id, person.id] },
    );
  }

  it('runs a constant number of statements for a list and for a registration', async () => {
    const requests: Record<string, () => Promise<unknown>> = {
      'all channels': () => owner.ok('GET', 'streams', { include_all: true, include_default: true }),
      'own subscriptions': () => bo.ok('GET', 'users/me/subscriptions', { include_subscribers: 'true' }),
      registration: () => bo.ok('POST', 'register', { include_subscribers: 'true' }),
    };
    const counts = async () => {
      const found: Record<string, number> = {};
      for (const [name, request] of Object.entries(requests)) found[name] = await statementsOf(request);
      return found;
    };
    await grow(bo, 4);
    const few = await counts();
    await grow(bo, 40);
    expect(await counts()).toEqual(few);
    expect(few['all channels']).toBeLessThanOrEqual(8);
    expect(few['own subscriptions']).toBeLessThanOrEqual(8);
  });

  it('runs a constant number of statements for a change of privacy, whatever the number of users', async () => {
    const toggled = (name: string) => async () => {
      const id = await ana.channelId(name);
      await ana.ok('PATCH', `streams/${id}`, { is_private: true, history_public_to_subscribers: true });
      await ana.ok('PATCH', `streams/${id}`, { is_private: false });
    };
    await ana.subscribe('few');
    await ana.subscribe('many', { principals: [ana.id, bo.id, owner.id] });
    const few = await statementsOf(toggled('few'));
    for (let at = 0; at < 4; at++) await world.member(`newcomer ${at}`);
    expect(await statementsOf(toggled('many'))).toBe(few);
  });

  it('runs one more statement for a change of groups that no channel uses, and a constant number for others', async () => {
    const [idle, opening] = [await makeGroup(owner, 'idle'), await makeGroup(owner, 'opening')];
    const cat = await world.member('cat');
    const moved = (group: number) => async () => {
      await owner.ok('POST', `user_groups/${group}/members`, { add: [cat.id] });
      await owner.ok('POST', `user_groups/${group}/members`, { delete: [cat.id] });
    };
    const open = async (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `opened ${count} ${at}`);
      await ana.subscribe(names, {
        invite_only: true,
        can_subscribe_group: { direct_members: [ana.id], direct_subgroups: [opening] },
      });
    };
    const without = await statementsOf(moved(idle));
    await open(2);
    expect(await statementsOf(moved(idle))).toBe(without);
    const few = await statementsOf(moved(opening));
    await open(20);
    expect(await statementsOf(moved(opening))).toBe(few);
  });
});
