import { Config } from '@app/platform';
import { expectFreshSnapshot } from '../../support/fold';
import { ALL, said, say, sent, SteppedMoves } from '../../support/move-steps';
import { idsIn, inTopic, move, newChannel, QUIET, refused } from '../../support/moving';
import type { Parameters, Person } from '../../support/person';
import { fetchMessage } from '../../support/reading';
import type { World } from '../../support/world';

const MESSAGES = 3;
const USERS = 2;

/** What large moves change besides messages, and concurrent requests. */
describe('a move in batches', () => {
  let moves: SteppedMoves;
  let world: World;
  let ana: Person;
  let ben: Person;
  let moderator: Person;
  beforeAll(async () => {
    moves = await SteppedMoves.start({ messages: MESSAGES, users: USERS });
    ({ world } = moves);
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    moderator = await world.moderator('mo');
  });
  afterEach(() => moves.finish());
  afterAll(() => world.stop());

  const channel = (members: Person[], parameters: Parameters = {}) => newChannel(world, members, parameters);
  async function members(name: string, count: number): Promise<Person[]> {
    const people: Person[] = [];
    for (let n = 0; n < count; n++) people.push(await world.member(`${name} ${n}`));
    return people;
  }

  describe('moves the topic policies of users', () => {
    it('in batches of users, each once, where the topic has one message', async () => {
      const people = await members('follower', 5);
      const { name, id: stream_id } = await channel(people);
      const [id] = await sent(ana, name, 'from', 1);
      for (const person of people) await say(person, stream_id, 'from', 3);
      await say(ana, stream_id, 'from', 1);
      const queues = [];
      for (const person of [...people, ana]) queues.push(await person.register({}));
      const muted = await ana.register({ event_types: ['muted_topics'] });
      await move(ana, id, { topic: 'to', ...ALL });
      expect(await idsIn(ana, name, 'to')).toEqual([id]);
      expect((await said(ana, stream_id, [ana, ...people])).filter(([, topic]) => topic === 'to')).toHaveLength(USERS);
      await moves.finish();
      expect(await said(ana, stream_id, [ana, ...people])).toEqual([
        [ana.id, 'to', 1],
        ...people.map((person) => [person.id, 'to', 3]),
      ]);
      expect(await inTopic(ana, name, 'to')).toHaveLength(2);
      for (const queue of queues) {
        await expectFreshSnapshot(queue);
        const told = queue.seen.filter(({ type }) => type === 'user_topic');
        expect(told.map(({ topic_name }) => topic_name)).toEqual(['from', 'to']);
      }
      await expectFreshSnapshot(muted);
    });

    it('with the stronger policy in every batch, where two topics merge', async () => {
      const people = await members('wisher', 6);
      const { name, id: stream_id } = await channel([ana, ...people]);
      const [id] = await sent(ana, name, 'from', 1);
      await ana.send(name, 'to', 'x');
      const wishes = [
        [1, 3],
        [3, 1],
        [0, 1],
        [1, 0],
        [1, 1],
        [2, 0],
      ];
      for (const [n, [from, to]] of wishes.entries()) {
        await say(people[n], stream_id, 'from', from);
        await say(people[n], stream_id, 'to', to);
      }
      await move(ana, id, { topic: 'to', ...ALL, ...QUIET });
      await moves.finish();
      expect(await said(ana, stream_id, people)).toEqual([
        [people[0].id, 'to', 3],
        [people[1].id, 'to', 3],
        [people[4].id, 'to', 1],
        [people[5].id, 'to', 2],
      ]);
    });
  });

  describe('concurrent with another move of the topic', () => {
    const patiently = async (work: () => Promise<void>) => {
      const configs = world.nodes.map(({ app }) => app.get(Config, { strict: false }));
      for (const config of configs) Object.assign(config, { moveMs: 30_000 });
      await work().finally(() => configs.forEach((config) => Object.assign(config, { moveMs: 0 })));
    };

    it('is refused with an error and changes nothing, when it cannot wait', async () => {
      const { name } = await channel([ana, ben]);
      const [ids, others] = [await sent(ana, name, 't', 8), await sent(ana, name, 'other', 2)];
      await move(ana, ids[7], { topic: 'u', ...ALL });
      const attempts: [number, Parameters][] = [
        [ids[0], { topic: 'v' }],
        [ids[0], { topic: '✔ t', ...ALL }],
        [ids[7], { topic: 't', ...ALL }],
        [ids[7], { topic: 'T', propagate_mode: 'change_later' }],
        [others[0], { topic: 'u' }],
        [others[1], { topic: 't', ...ALL }],
      ];
      for (const [id, parameters] of attempts) {
        expect(await refused(ben, id, parameters)).toMatchObject({
          code: 'BAD_REQUEST',
          msg: 'Messages of this topic are still being moved. Try again in a moment.',
        });
      }
      await move(ben, others[0], { topic: 'elsewhere', ...QUIET });
      await moves.finish();
      expect((await idsIn(ana, name, 'u')).slice(0, 8)).toEqual(ids);
      expect(await idsIn(ana, name, 'other')).toEqual([others[1]]);
    });

    it('runs after it: of two opposite moves at two nodes, the later one wins', async () => {
      const { name } = await channel([ana, ben]);
      const ids = await sent(ana, name, 't', 8);
      const queue = await ben.register({});
      await move(ana, ids[0], { topic: 'u', ...ALL, ...QUIET });
      await patiently(async () => void (await move(ben, ids[7], { topic: 't', ...ALL, ...QUIET })));
      expect([await idsIn(ana, name, 't'), await idsIn(ana, name, 'u')]).toEqual([ids, []]);
      expect(await moves.unfinished()).toBe(0);
      await expectFreshSnapshot(queue);
    });

    it('runs after it with all messages, for many concurrent requests', async () => {
      const [one, two] = [await channel([ana, ben]), await channel([ana, ben])];
      const ids = await sent(ana, one.name, 't', 8);
      const queue = await ben.register({});
      await patiently(async () => {
        const answers = await Promise.all([
          ana.patch(`messages/${ids[7]}`, { stream_id: two.id, ...ALL, ...QUIET }),
          ben.patch(`messages/${ids[0]}`, { topic: 'u', ...ALL, ...QUIET }),
          moderator.patch(`messages/${ids[3]}`, { topic: '✔ t', ...ALL }),
          ben.patch(`messages/${ids[5]}`, { stream_id: one.id, topic: 'w', ...ALL, ...QUIET }),
          ana.patch(`messages/${ids[2]}`, { content: 'edited' }),
        ]);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      });
      expect(await moves.unfinished()).toBe(0);
      const places = await world.sql<{ place: string; count: number }>(
        `SELECT channel_id || ' ' || topic AS place, count(*)::int FROM message WHERE id = ANY ($1) GROUP BY 1`,
        [ids],
      );
      expect(places.map(({ count }) => count)).toEqual([8]);
      expect((await fetchMessage(ben, ids[2], { apply_markdown: false })).content).toBe('edited');
      await expectFreshSnapshot(queue);
    });

    it('is finished by a deletion of the topic, which leaves nothing behind', async () => {
      const { name, id } = await channel([ana, ben]);
      const ids = await sent(ana, name, 't', 8);
      const queue = await ben.register({});
      await move(ana, ids[0], { topic: '✔ t', ...ALL });
      expect(await world.owner.ok('POST', `streams/${id}/delete_topic`, { topic_name: 't' })).toMatchObject({
        complete: true,
      });
      expect(await moves.unfinished()).toBe(0);
      expect((await idsIn(ana, name, '✔ t')).slice(0, 8)).toEqual(ids);
      await move(ana, ids[0], { topic: 't', ...ALL });
      await world.owner.ok('POST', `streams/${id}/delete_topic`, { topic_name: 't' });
      expect([await idsIn(ana, name, 't'), await idsIn(ana, name, '✔ t')]).toEqual([[], []]);
      await expectFreshSnapshot(queue);
    });

    it('keeps concurrent deletions, edits and topic policies', async () => {
      const { name, id: stream_id } = await channel([ana, ben]);
      const ids = await sent(ana, name, 't', 8);
      const queue = await ben.register({});
      await move(ana, ids[7], { topic: '✔ t', ...ALL });
      await move(ana, ids[0], { content: 'edited' });
      for (const id of [ids[1], ids[7]]) await world.owner.ok('DELETE', `messages/${id}`);
      await say(ben, stream_id, 't', 3);
      await moves.finish();
      expect(await idsIn(ana, name, '✔ t')).toEqual([ids[0], ...ids.slice(2, 7)]);
      expect(await said(ana, stream_id, [ben])).toEqual([[ben.id, '✔ t', 3]]);
      expect(await fetchMessage(ben, ids[0], { apply_markdown: false })).toMatchObject({ content: 'edited' });
      await expectFreshSnapshot(queue);
    });
  });

  it('retries a failed batch with fewer messages', async () => {
    const { name } = await channel([ana, ben]);
    const ids = await sent(ana, name, 't', 8);
    await move(ana, ids[7], { topic: 'u', ...ALL, ...QUIET });
    await world.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'not now'; END $$`);
    await world.sql(`CREATE TRIGGER refuse BEFORE UPDATE ON message FOR EACH ROW WHEN (OLD.id = ${ids[2]})
      EXECUTE FUNCTION refuse()`);
    await moves.batches(1);
    expect(await idsIn(ana, name, 't')).toEqual(ids.slice(0, 5));
    expect(await world.sql('SELECT attempts FROM move_job WHERE due_at > now()')).toEqual([{ attempts: 1 }]);
    await world.sql('UPDATE move_job SET due_at = now()');
    await moves.batches(1);
    expect(await idsIn(ana, name, 't')).toEqual(ids.slice(0, 4));
    await world.sql('DROP TRIGGER refuse ON message');
    await moves.finish();
    expect(await idsIn(ana, name, 'u')).toEqual(ids);
  });
});
