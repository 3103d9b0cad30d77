import { ChannelActivities } from '../../../libs/channels/src/activity/channel-activities.service';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

interface Busyness {
  is_recently_active: boolean;
  stream_weekly_traffic: number | null;
}

describe('the activity of channels', () => {
  let world: World;
  let ana: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    ana = await world.member('ana');
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const busyness = async (person: Person, id: number): Promise<Busyness> => {
    const { is_recently_active, stream_weekly_traffic } = (await person.ok('GET', `streams/${id}`)).stream as Busyness;
    return { is_recently_active, stream_weekly_traffic };
  };
  /** Runs the daily check now. */
  const look = async () => {
    await world.sql("UPDATE pass SET due_at = now() WHERE job = 'channel_activity'");
    return world.service(ChannelActivities).work(new AbortController().signal);
  };
  const age = (id: number, days: number) =>
    world.sql("UPDATE channel SET created_at = now() - $2 * interval '1 day' WHERE id = $1", [id, days]);
  const ageMessages = (id: number, days: number) =>
    world.sql("UPDATE message SET sent_at = now() - $2 * interval '1 day' WHERE channel_id = $1", [id, days]);
  const channel = async (name: string, parameters: Record<string, unknown> = {}) => {
    await world.owner.subscribe(name, parameters);
    return world.owner.channelId(name);
  };
  const changes = async (queue: EventQueue, id: number) => {
    await queue.drain();
    return queue.seen
      .filter(({ op, stream_id }) => op === 'update' && stream_id === id)
      .map(({ property, value }) => [property, value]);
  };

  it('marks channels inactive after half a year, with an event, and active with the next message', async () => {
    const id = await channel('sleepy');
    await age(id, 400);
    await ageMessages(id, 181);
    const [anas, gusts] = await Promise.all([ana, gus].map((person) => person.register()));
    await look();
    expect(await busyness(ana, id)).toMatchObject({ is_recently_active: false });
    expect(await changes(anas, id)).toEqual([['is_recently_active', false]]);
    await look();
    await Promise.all([world.owner.send('sleepy', 't', 'x'), world.owner.send('sleepy', 't', 'y')]);
    expect(await busyness(ana, id)).toMatchObject({ is_recently_active: true });
    expect(await changes(anas, id)).toEqual([
      ['is_recently_active', false],
      ['is_recently_active', true],
    ]);
    expect(await changes(gusts, id)).toEqual([]);
    expect((await world.owner.ok('GET', 'streams')).streams).toContainEqual(
      expect.objectContaining({ stream_id: id, is_recently_active: true }),
    );
  });

  it('mistake 3: sends events of a private channel only to users who know of it', async () => {
    const id = await channel('secret', { invite_only: true });
    await age(id, 400);
    await ageMessages(id, 200);
    await look(); // a change of the numbers sends no event
    await world.sql('UPDATE channel SET is_recently_active = true WHERE id = $1', [id]);
    const [anas, owners] = await Promise.all([ana, world.owner].map((person) => person.register()));
    await look();
    expect(await changes(anas, id)).toEqual([]);
    expect(await changes(owners, id)).toEqual([['is_recently_active', false]]);
    await expectFreshSnapshot(anas);
  });

  it('keeps new channels and channels with recent messages active', async () => {
    const [busy, fresh] = [await channel('busy'), await channel('fresh')];
    await age(busy, 400);
    await world.owner.send('busy', 't', 'x');
    await ageMessages(fresh, 400);
    await look();
    expect(await busyness(ana, busy)).toMatchObject({ is_recently_active: true });
    expect(await busyness(ana, fresh)).toMatchObject({ is_recently_active: true });
  });

  it('counts messages for each week, once a channel is a week old', async () => {
    const [young, old] = [await channel('young'), await channel('old')];
    for (const name of ['young', 'old']) for (let i = 0; i < 10; i++) await world.owner.send(name, 't', 'x');
    await age(old, 100);
    expect(await busyness(ana, old)).toMatchObject({ stream_weekly_traffic: null });
    await look();
    expect(await busyness(ana, young)).toMatchObject({ stream_weekly_traffic: null });
    const all = (await world.sql<{ count: string }>('SELECT count(*) FROM message WHERE channel_id = $1', [old]))[0];
    expect(await busyness(ana, old)).toMatchObject({ stream_weekly_traffic: Math.round(Number(all.count) / 4) });
    await ageMessages(old, 29);
    await look();
    expect(await busyness(ana, old)).toMatchObject({ stream_weekly_traffic: 0 });
  });

  it('runs the daily check on one node', async () => {
    expect(await look()).toBe(true);
    expect(await world.service(ChannelActivities).work(new AbortController().signal)).toBe(false);
  });
});
