import { Log } from '@app/platform';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Client } from 'pg';
import { Registrations } from '../../../libs/realtime/src/registration/registrations.service';
import type { ApiResponse, Person } from '../../support/person';
import { RawClient } from '../../support/raw-client';
import { until } from '../../support/until';
import { World } from '../../support/world';

const POOL = 20;
const AT_ONCE = 4;

describe('Many large requests at the same time', () => {
  let world: World;
  let members: Person[];
  let holder: Client;
  beforeAll(async () => {
    world = await World.start({ PARLEY_DATABASE_POOL: String(POOL) }, 1);
    members = await Promise.all(Array.from({ length: 10 }, (_, at) => world.member(`member${at}`)));
    await members[0].subscribe('plans', { principals: members.map(({ id }) => id) });
    await members[0].send('plans', 'topic', 'a message');
    holder = new Client({ connectionString: world.databaseUrl });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await world.stop();
  });

  /** Connections of this world that wait for the locked table. */
  const waitingFor = async (table: string): Promise<number> =>
    (
      await holder.query(
        `SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [table],
      )
    ).rowCount!;

  it.each<[string, string, (member: Person) => Promise<ApiResponse>]>([
    ['registrations', 'saved_snippet', (member) => member.post('register', {})],
    [
      'large pages',
      'reaction',
      (member) => member.get('messages', { anchor: 'newest', num_before: 500, num_after: 0 }),
    ],
  ])('%s run a few at a time, and leave connections to small requests', async (_, table, ask) => {
    await holder.query(`BEGIN; LOCK TABLE ${table}`);
    const asked = members.flatMap((member) => [1, 2, 3].map(() => ask(member)));
    await until(async () => (await waitingFor(table)) === AT_ONCE);
    for (let round = 0; round < POOL; round++) expect((await members[0].get('users/me')).status).toBe(200);
    expect(await waitingFor(table)).toBe(AT_ONCE);

    await holder.query('COMMIT');
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from(asked, () => 200));
  });

  it('are no errors where the client hangs up while they wait', async () => {
    const errors = jest.spyOn(world.service(Log), 'error');
    const registered = jest.spyOn(world.service(Registrations), 'register');
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const gone: Promise<unknown>[] = [];
    const note = (_: IncomingMessage, response: ServerResponse) => gone.push(once(response, 'close'));
    const server = world.server.app.getHttpServer() as Server;
    server.on('request', note);

    await holder.query('BEGIN; LOCK TABLE saved_snippet');
    const body = 'apply_markdown=true';
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
    for (const [at, { authorization }] of members.slice(0, AT_ONCE).entries()) {
      const client = await RawClient.to(world.url);
      client.begin('POST', '/api/v1/register', { authorization, ...type }, body);
      await until(async () => (await waitingFor('saved_snippet')) === at + 1);
      client.socket.destroy();
    }
    await Promise.all(gone);
    server.off('request', note);
    await holder.query('COMMIT');
    await Promise.all(registered.mock.results.map(({ value }) => value as Promise<unknown>));
    expect((await members[0].post('register', {})).status).toBe(200);

    process.off('warning', warn);
    expect(errors).not.toHaveBeenCalled();
    expect([gone.length, warnings]).toEqual([AT_ONCE, []]);
  });
});
