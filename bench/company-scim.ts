import { CompanyBench, PRIVATE } from './company';
import { call, median, rate, startServer, stopServer } from './support';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const CONNECTIONS = 4;
const ROUNDS = 20;

type Send = (method: string, path: string, body?: object) => Promise<{ id: string }>;

async function clientOf(bench: CompanyBench, providerId: number): Promise<Send> {
  const path = `realm/identity_providers/${providerId}/scim_tokens`;
  const { token } = await call<{ token: string }>(bench, bench.owner, 'POST', path);
  return async (method, at, body) => {
    const answer = await fetch(`${bench.url}/scim/v2/${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
    return text === '' ? { id: '' } : (JSON.parse(text) as { id: string });
  };
}

const userOf = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@example.org`,
  displayName: name,
  emails: [{ value: `${name}@example.org`, primary: true }],
});

const patchOf = (path: string, value: unknown) => ({
  schemas: [PATCH_OP],
  Operations: [{ op: 'replace', path, value }],
});

/** Operations a second of one provider, some at a time. */
export async function scimRates(bench: CompanyBench, providerId: number, seconds: number) {
  const send = await clientOf(bench, providerId);
  const ids: string[] = [];
  let made = 0;
  let next = 0;
  const each = () => ids[next++ % ids.length]!;
  const operations: [what: string, one: () => Promise<unknown>][] = [
    ['POST Users: makes an account', async () => ids.push((await send('POST', 'Users', userOf(`scim${made++}`))).id)],
    [
      'PATCH Users/{id}: another name',
      () => send('PATCH', `Users/${each()}`, patchOf('displayName', `Person ${next}`)),
    ],
    [
      'GET Users?filter=userName eq',
      () => send('GET', `Users?filter=${encodeURIComponent(`userName eq "scim${next++ % made}@example.org"`)}`),
    ],
  ];
  const rows = [];
  for (const [operation, one] of operations)
    rows.push({ operation, 'a second': (await rate(CONNECTIONS, seconds / 2, one)).toFixed(0) });
  return rows;
}

/** Milliseconds from the request at one node to the end of a client that waits at the other. */
export async function deprovisioning(bench: CompanyBench, providerId: number) {
  const send = await clientOf(bench, providerId);
  const other = await startServer(bench.databaseUrl, bench.directory, PRIVATE);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await send('POST', 'Users', userOf(`leaver${round}`));
    const { rows } = await bench.database.query<{ id: number; email: string }>(
      'SELECT id::int AS id, delivery_email AS email FROM user_account WHERE id = $1',
      [id],
    );
    const key = String(round).padStart(32, 'k');
    await bench.database.query(
      `INSERT INTO api_key (organization_id, user_id, client, hash)
        SELECT min(id), $1, 'bench', sha256($2::bytea) FROM organization`,
      [rows[0]!.id, key],
    );
    const authorization = `Basic ${Buffer.from(`${rows[0]!.email}:${key}`).toString('base64')}`;
    const leaver = { id: rows[0]!.id, authorization };
    const queue = await call<{ queue_id: string; last_event_id: number }>(other, leaver, 'POST', 'register');
    let last = queue.last_event_id;
    const ended = (async () => {
      for (;;) {
        const query = new URLSearchParams({ queue_id: queue.queue_id, last_event_id: String(last) });
        const answer = await fetch(`${other.url}/api/v1/events?${query}`, { headers: { authorization } });
        const { events } = (await answer.json()) as { events?: { id: number }[] };
        if (answer.status === 401) return;
        last = events?.at(-1)?.id ?? last;
      }
    })();
    const began = performance.now();
    await send('PATCH', `Users/${id}`, patchOf('active', false));
    await ended;
    times.push(performance.now() - began);
  }
  await stopServer(other.server);
  return [{ rounds: ROUNDS, 'median, ms': median(times).toFixed(0), 'longest, ms': Math.max(...times).toFixed(0) }];
}
