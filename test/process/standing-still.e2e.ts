import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

/** Long enough for a start on a busy machine; the limit of a transaction is three times as long, too: 15 s. */
const PATIENCE = { PARLEY_DATABASE_PATIENCE: '3' };

/** A node is paused, as on a machine that swaps or in a paused container, during a transaction. */
describe('a node that is paused during a write', () => {
  let host: NodeHost;
  let still: NodeProcess;
  let other: NodeProcess;
  beforeAll(async () => {
    host = await NodeHost.open();
    still = await host.startNode(PATIENCE);
    other = await host.startNode(PATIENCE);
  });
  afterAll(() => host.close());

  const ask = async (node: NodeProcess, method: string, path: string, parameters: Record<string, string>) => {
    const form = new URLSearchParams(parameters);
    const headers = { authorization: await host.authorization(other) };
    const url = `${node.url}/api/v1/${path}${method === 'GET' ? `?${form}` : ''}`;
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: form }) });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body };
  };

  it('loses its transaction at the time limit, and events of others are delivered', async () => {
    await query(
      host.databaseUrl,
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_sleep(2) FROM generate_series(1, 30); RETURN NULL; END $$;
       CREATE TRIGGER dawdle AFTER INSERT ON draft FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`,
    );
    const { queue_id } = (await ask(other, 'POST', 'register', { event_types: '["saved_snippets"]' })).body;
    const draft = { drafts: JSON.stringify([{ type: '', to: [], topic: '', content: 'Dear' }]) };
    const late = ask(still, 'POST', 'drafts', draft);
    const isAsleep = async () =>
      (await query(host.databaseUrl, "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length > 0;
    await until(isAsleep);
    still.pause();
    // The transaction holds the lock of the same user: a request that waits longer than 12 s for it is refused once.
    const saved = () => ask(other, 'POST', 'saved_snippets', { title: 'a', content: 'b' });
    await until(async () => (await saved()).status === 200);
    const { body } = await ask(other, 'GET', 'events', { queue_id: queue_id as string, last_event_id: '-1' });
    expect(body.events).toEqual([expect.objectContaining({ type: 'saved_snippets' })]);
    expect([await isAsleep(), await query(host.databaseUrl, 'SELECT FROM draft')]).toEqual([false, []]);
    still.resume();
    expect(await late).toMatchObject({ status: 503, body: { code: 'SERVER_NOT_READY' } });
    expect((await ask(still, 'POST', 'saved_snippets', { title: 'c', content: 'd' })).status).toBe(200);
  });
});
