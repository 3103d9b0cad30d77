import { Workers } from '@app/platform';
import { SearchIndex } from '@app/messaging';
import type { RunningServer } from '../../../apps/server/src/boot';
import { marks } from '../../../libs/messaging/src/search/search.sql';
import { runParley } from '../../support/command-line';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Commands are separate processes. */
const words = (operand: string) => ({ operator: 'search', operand });

/** All nodes build the full-text index together; it is correct after failures and can be rebuilt. */
describe('the full-text index', () => {
  let world: World;
  let other: RunningServer;
  const others: RunningServer[] = [];
  let ana: Person;

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal' });
    others.push(other);
    ana = await world.member('ana');
    await ana.subscribe('plans');
  });
  afterAll(async () => {
    for (const node of others) await node.stop();
    await world.stop();
  });

  const parley = (...args: string[]) => runParley(world, args);
  const find = async (written: string): Promise<number[]> => {
    const parameters = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [words(written)] };
    return ((await ana.ok('GET', 'messages', parameters)).messages as { id: number }[]).map(({ id }) => id);
  };
  /** Messages and words, as stored and as expected. */
  const wrong = () =>
    world.sql(
      `SELECT coalesce(m.id, s.message_id) AS id FROM message m FULL JOIN message_search s ON s.message_id = m.id
       WHERE coalesce(m.sender_id, $1) = $1 AND s.words IS DISTINCT FROM
         to_tsvector('english', m.topic || ' ' || m.content) || ${marks('m.id', "'#' || m.channel_id")}`,
      [ana.id],
    );
  const settled = () =>
    until(async () => {
      const [state] = await world.sql<{ isSettled: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM search_due) AND rebuild_below IS NULL
           AND reached >= (SELECT max(id) FROM message) AS "isSettled" FROM search_state`,
      );
      return state.isSettled;
    });
  const url = (node: RunningServer) => `${node.url}/api/v1/messages`;
  const send = async (node: RunningServer, content: string): Promise<number> => {
    const body = new URLSearchParams({ type: 'stream', to: 'plans', topic: 'changing', content });
    const response = await fetch(url(node), { method: 'POST', headers: { authorization: ana.authorization }, body });
    return ((await response.json()) as { id: number }).id;
  };

  it('has all words and no others, after two nodes indexed while messages were sent, edited and deleted', async () => {
    const owner = world.owner;
    await owner.subscribe('plans');
    await Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let round = 0; round < 12; round++) {
          const id = await send(writer % 2 ? other : world.server, `otter ${writer} ${round}`);
          if (round % 3 === 0) await ana.ok('PATCH', `messages/${id}`, { content: `lynx ${writer} ${round}` });
          if (round % 4 === 0) await find('otter');
          if (round % 5 === 0) await owner.ok('DELETE', `messages/${id}`);
          else if (round % 5 === 1) await ana.ok('PATCH', `messages/${id}`, { topic: `ferret ${round}` });
        }
      }),
    );
    await settled();
    expect(await wrong()).toEqual([]);
    expect(await find('otter lynx')).toEqual([]);
    expect((await find('lynx')).length + (await find('otter')).length).toBe(4 * (12 - 3));
  });

  it('takes batches of the intended size when the planner has no statistics', async () => {
    const change = (count: number) =>
      world.sql('INSERT INTO search_due (message_id) SELECT 1000000 - n FROM generate_series(1, $1::int) AS n', [
        count,
      ]);
    await change(1);
    await settled();
    await world.sql('ANALYZE search_due');
    const id = await send(other, 'stoat');
    await change(300);
    expect(await find('stoat')).toEqual([id]);
    await settled();
  });

  it('has a status command', async () => {
    await settled();
    const { code, out } = await parley('search', 'status');
    expect(code).toBe(0);
    expect(out).toMatch(/^Language: english\nIndexed: [\d,]+ messages, \d+ kB\nWaiting: 0 messages\n?$/);
  });

  it('is rebuilt by a command, from any state', async () => {
    const id = await ana.send('plans', 'anew', 'resilient gecko');
    await settled();
    await world.sql("UPDATE message_search SET words = 'nonsense'");
    await world.sql("INSERT INTO message_search VALUES (1, 'gecko')");
    expect(await find('gecko')).toEqual([]);
    const { code, out } = await parley('search', 'rebuild');
    expect(code).toBe(0);
    expect(out).toMatch(/^[\d,]+ messages indexed in english \(\d+ kB\) in [\d.]+ s\.\n?$/);
    await settled();
    expect(await find('gecko')).toEqual([id]);
    expect(await wrong()).toEqual([]);
  });

  it('is completed by the servers when the command is interrupted', async () => {
    await settled();
    await world.sql('DELETE FROM message_search');
    await world.service(SearchIndex).restart();
    world.service(Workers).nudge('search_index');
    await settled();
    expect(await wrong()).toEqual([]);
  });

  it('changes its language with the setting, and works meanwhile', async () => {
    const id = await ana.send('plans', 'sprachen', 'die Häuser und the houses');
    expect(await find('houses')).toEqual([id]);
    expect(await find('haus')).toEqual([]);
    const german = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal', PARLEY_SEARCH_LANGUAGE: 'german' });
    others.push(german);
    german.app.get(Workers, { strict: false }).nudge('search_index');
    await until(async () => {
      expect(await find('houses')).toEqual([id]);
      return (await find('haus')).includes(id);
    });
    await settled();
    expect(await find('und')).toEqual([]);
    expect((await world.service(SearchIndex).status()).language).toBe('german');
    expect((await parley('search', 'rebuild')).out).toContain('indexed in english');
    expect(await find('house')).toEqual([id]);
  });
});
