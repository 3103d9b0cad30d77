import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { readArchive } from '../support/export-archive';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

const MESSAGES = 12_000;

/** Kills the node that makes an export: another one continues, and each message is in the archive once. */
describe('an export of a killed node', () => {
  let host: NodeHost;
  let nodes: NodeProcess[];
  let authorization: string;
  beforeAll(async () => {
    host = await NodeHost.open();
    nodes = [await host.startNode()];
    authorization = await host.authorization(nodes[0]);
  });
  afterAll(() => host.close());

  const sql = <Row = Record<string, unknown>>(text: string) => query<Row>(host.databaseUrl, text);
  const state = async () => {
    const [row] = await sql<{ id: number; section: string; parts: number; isReady: boolean }>(
      `SELECT id::int AS id, section, parts, ready_at IS NOT NULL AS "isReady" FROM organization_export`,
    );
    return row;
  };

  it('is continued by another node, with each message once', async () => {
    await sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), c.organization_id, c.id, 'many', u.id, 'number ' || n, '', 99, 'test', now()
       FROM (SELECT min(id) AS id, min(organization_id) AS organization_id FROM channel WHERE NOT is_private) c,
         (SELECT min(id) AS id FROM user_account WHERE NOT is_bot) u, generate_series(1, ${MESSAGES}) n`,
    );
    const answer = await fetch(`${nodes[0].url}/api/v1/export/realm`, { method: 'POST', headers: { authorization } });
    expect(answer.status).toBe(200);
    await until(async () => (await state()).section === 'messages' && (await state()).parts > 5);
    await nodes[0].kill();
    const { id, isReady, parts } = await state();
    expect(isReady).toBe(false);
    // As a page whose file was begun and not finished by the killed node.
    await sql(`INSERT INTO organization_export_file (export_id, name, file_key, is_own)
      VALUES (${id}, 'messages-begun.jsonl.gz', 'exports/1/aa/begun', true)`);
    await sql('UPDATE organization_export SET due_at = now()'); // as a minute later: its lease has expired
    nodes = [await host.startNode()];
    await until(async () => (await state()).isReady);
    expect((await state()).parts).toBeGreaterThan(parts);
    const archive = await readArchive(
      await fetch(`${nodes[0].url}/exports/${id}/export-${id}.tar`, { headers: { authorization } }),
    );
    expect(archive.names).not.toContain('messages-begun.jsonl.gz');
    const numbers = archive
      .rows<{ content: string }>('messages')
      .flatMap(({ content }) => /^number (\d+)$/.exec(content)?.[1] ?? []);
    expect(numbers).toHaveLength(MESSAGES);
    expect(new Set(numbers).size).toBe(MESSAGES);
  });
});
