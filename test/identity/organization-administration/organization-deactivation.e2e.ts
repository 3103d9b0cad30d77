import { logOf } from '../../support/audit-log';
import { runParley } from '../../support/command-line';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** Each command is a process of its own. */
describe('POST /realm/deactivate', () => {
  let world: World;
  let owner: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    ben = await world.member('ben');
  });
  afterAll(() => world.stop());

  it('is for owners only', async () => {
    for (const person of [ben, await world.admin('alma')]) {
      const { status, body } = await person.post('realm/deactivate');
      expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
  });

  it('sends an event, and rejects all users until the operator reactivates the organization', async () => {
    await owner.ok('PATCH', 'realm', { enable_spectator_access: true });
    const queue = await ben.register();
    const waiting = queue.poll();
    await owner.ok('POST', 'realm/deactivate');
    const [event] = await waiting;
    expect(event).toEqual({ id: event.id, type: 'realm', op: 'deactivated', realm_id: world.organizationId });
    for (const answer of [
      await ben.get('users/me'),
      await owner.post('messages', { type: 'direct', to: [ben.id], content: 'hello?' }),
      await ben.get('events', { queue_id: queue.id, last_event_id: -1 }),
      await world.request('GET', 'users'),
      await world.request('POST', 'fetch_api_key', { username: ben.email, password: 'a long enough secret' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([401, 'REALM_DEACTIVATED']);
    expect((await world.request('GET', 'server_settings')).status).toBe(200);

    const shown = await runParley(world, ['organization', 'show']);
    const host = /host +(\S+)/.exec(shown.out)![1];
    expect(shown.out).toContain('closed');
    expect(await runParley(world, ['organization', 'reactivate', host])).toMatchObject({ code: 0 });
    expect((await runParley(world, ['organization', 'reactivate', 'nowhere.example.org'])).code).not.toBe(0);
    expect((await ben.get('users/me')).status).toBe(200);
    const entries = (await logOf(owner)).filter(({ object_type }) => object_type === 'organization');
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['deactivated', 'reactivated']));
  });
});
