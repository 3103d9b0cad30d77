import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

const PEOPLE = 10_000;

/** Kills the node that imports people: another one carries on, and each line is done once. */
describe('an import of people of a killed node', () => {
  let host: NodeHost;
  let nodes: NodeProcess[];
  let authorization: string;
  beforeAll(async () => {
    host = await NodeHost.open();
    nodes = [await host.startNode(), await host.startNode()];
    authorization = await host.authorization(nodes[0]);
  });
  afterAll(() => host.close());

  const sql = <Row = Record<string, unknown>>(text: string) => query<Row>(host.databaseUrl, text);
  const progress = async () =>
    (await sql<{ id: number; done: number }>('SELECT id::int AS id, done FROM user_import'))[0];
  const people = async () =>
    (
      await sql<{ email: string }>(`SELECT delivery_email AS email FROM user_account WHERE full_name LIKE 'Person %'`)
    ).map(({ email }) => email);
  function fileOf(count: number): FormData {
    const lines = Array.from({ length: count }, (_, n) => `p${n}@example.org,"Person ${n}, of ${count}",member`);
    const form = new FormData();
    // As spreadsheets write it: a byte order mark, quotes, and both characters at the end of a line.
    form.append('file', new Blob([['\uFEFFemail,full_name,role', ...lines, ''].join('\r\n')]), 'people.csv');
    return form;
  }

  it('is continued by another node, and makes each of 10,000 accounts once', async () => {
    const request = { method: 'POST', headers: { authorization }, body: fileOf(PEOPLE) };
    const answer = fetch(`${nodes[0].url}/api/v1/users/import`, request).catch(() => null);
    await until(async () => ((await progress())?.done ?? 0) > 0);
    const [one, other] = nodes;
    await one.kill();
    await answer;
    const before = await progress();
    if (before.done < PEOPLE) await sql('UPDATE user_import SET due_at = now()'); // as a minute later
    const asked = async () => {
      const response = await fetch(`${other.url}/api/v1/users/imports/${before.id}`, { headers: { authorization } });
      return (await response.json()) as { done: number; total: number };
    };
    await until(async () => (await asked()).done === PEOPLE);
    expect(await asked()).toMatchObject({ done: PEOPLE, total: PEOPLE });
    const made = await people();
    expect(made).toHaveLength(PEOPLE);
    expect(new Set(made).size).toBe(PEOPLE);
    const entries = await sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_log WHERE object_type = 'user' AND action = 'created' AND object_id IN (SELECT id FROM user_account WHERE full_name LIKE 'Person %')",
    );
    expect(entries[0].count).toBe(PEOPLE);
  });
});
