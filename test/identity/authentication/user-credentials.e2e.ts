import { leftBy } from '../../support/audit-log';
import { Browser } from '../../support/browser';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

interface Listed {
  id: number;
  is_current: boolean;
}

/** What administrators see and end of the logins of others. */
describe('Sessions and API keys of other users', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start({}, 2);
    [admin, ana] = [await world.admin('alma'), await world.member('ana')];
  });
  afterAll(() => world.stop());

  const loggedIn = async ({ email }: Person): Promise<Browser> => {
    const browser = new Browser(world.at(1).url);
    await browser.logIn(email);
    return browser;
  };
  const sessionsOf = async (person: Person) =>
    (await admin.ok('GET', `users/${person.id}/sessions`)).sessions as (Listed & { user_agent: string })[];
  const keysOf = async (person: Person) =>
    (await admin.ok('GET', `users/${person.id}/api_keys`)).api_keys as (Listed & { client: string })[];
  const outcome = ({ status, body }: ApiResponse) => [status, body.code, body.msg];

  it('are listed for administrators, as the user sees them', async () => {
    const browser = await loggedIn(ana);
    const own = (await browser.json('GET', 'sessions')).body.sessions as Listed[];
    expect(await sessionsOf(ana)).toEqual(own.map((one) => ({ ...one, is_current: false })));
    const keys = (await ana.ok('GET', 'users/me/api_keys')).api_keys as Listed[];
    expect(await keysOf(ana)).toEqual(keys.map((one) => ({ ...one, is_current: false })));
  });

  it('end one by one on every node, with what waits there', async () => {
    const [gone, stays] = [await loggedIn(ana), await loggedIn(ana)];
    const [, { id }] = await sessionsOf(ana);
    const { queue_id, last_event_id } = (await gone.json('POST', 'register', { event_types: ['message'] })).body;
    const waiting = (async () => {
      for (;;) {
        const answer = await gone.json('GET', 'events', { queue_id, last_event_id });
        if (answer.status !== 200) return answer.status;
      }
    })();
    const entries = await leftBy(world, () => admin.at(0).ok('DELETE', `users/${ana.id}/sessions/${id}`));
    expect(await waiting).toBe(401);
    expect((await gone.json('GET', 'users/me')).status).toBe(401);
    expect((await stays.json('GET', 'users/me')).status).toBe(200);
    expect(entries).toMatchObject([
      { action: 'logged_out', actor_id: admin.id, object_id: ana.id, before: { session_ids: [id] } },
    ]);
    expect(outcome(await admin.delete(`users/${ana.id}/sessions/${id}`))).toEqual([
      400,
      'BAD_REQUEST',
      'No such session',
    ]);
  });

  it('end all together', async () => {
    const browsers = [await loggedIn(ana), await loggedIn(ana)];
    await admin.ok('DELETE', `users/${ana.id}/sessions`);
    for (const browser of browsers) expect((await browser.json('GET', 'users/me')).status).toBe(401);
    expect(await sessionsOf(ana)).toEqual([]);
  });

  it('are keys that end one by one', async () => {
    const bea = await world.member('bea');
    const [{ id }] = await keysOf(bea);
    const entries = await leftBy(world, () => admin.ok('DELETE', `users/${bea.id}/api_keys/${id}`));
    expect((await bea.at(1).get('users/me')).status).toBe(401);
    expect(entries).toMatchObject([
      { action: 'revoked_keys', actor_id: admin.id, object_id: bea.id, before: { api_key_ids: [id] } },
    ]);
    expect(outcome(await admin.delete(`users/${bea.id}/api_keys/${id}`))).toEqual([
      400,
      'BAD_REQUEST',
      'No such API key',
    ]);
    expect(outcome(await admin.delete(`users/${ana.id}/api_keys/x`))).toEqual([400, 'BAD_REQUEST', 'No such API key']);
  });

  it('are neither shown to other users nor ended by them, and those of owners are for owners', async () => {
    const cleo = await world.member('cleo');
    await loggedIn(ana);
    const [{ id: sessionId }] = await sessionsOf(ana);
    const [{ id: keyId }] = await keysOf(ana);
    const { owner } = world;
    for (const [actor, { id }] of [
      [cleo, ana],
      [admin, owner],
    ])
      for (const answer of [
        await actor.get(`users/${id}/sessions`),
        await actor.delete(`users/${id}/sessions/${sessionId}`),
        await actor.delete(`users/${id}/sessions`),
        await actor.get(`users/${id}/api_keys`),
        await actor.delete(`users/${id}/api_keys/${keyId}`),
      ])
        expect(outcome(answer).slice(0, 2)).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    expect((await owner.ok('GET', `users/${owner.id}/api_keys`)).api_keys).toContainEqual(
      expect.objectContaining({ is_current: true }),
    );
    expect((await sessionsOf(ana)).map(({ id }) => id)).toContain(sessionId);
  });

  it.each(['0', '999999', 'x'])('are unknown of the user %s', async (id) => {
    for (const answer of [
      await admin.get(`users/${id}/sessions`),
      await admin.delete(`users/${id}/sessions/1`),
      await admin.delete(`users/${id}/sessions`),
      await admin.get(`users/${id}/api_keys`),
      await admin.delete(`users/${id}/api_keys/1`),
    ])
      expect(outcome(answer)).toEqual([400, 'BAD_REQUEST', 'No such user']);
  });

  it('do not end through the id of another user', async () => {
    const dora = await world.member('dora');
    const [{ id }] = await keysOf(dora);
    expect(outcome(await admin.delete(`users/${ana.id}/api_keys/${id}`))[2]).toBe('No such API key');
    expect((await dora.get('users/me')).status).toBe(200);
  });
});
