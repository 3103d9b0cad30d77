import { ScimClient } from './client';
import { Sessions, Users } from '@app/identity';
import { World } from '../../support/world';

describe('Deprovisioning by SCIM on two nodes', () => {
  let world: World;
  let client: ScimClient;
  beforeAll(async () => {
    world = await World.start({}, 2);
    client = await ScimClient.start(world, { link_by_address: true, domain: 'example.org' });
  });
  afterAll(() => world?.stop());

  const taken = async (name: string) => {
    const person = await world.member(name);
    return { person, id: await client.person(person.email, { displayName: person.fullName }) };
  };

  it.each([
    [
      'active: false',
      (id: string) => client.at(0).patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'False' }),
    ],
    ['DELETE', (id: string) => client.at(0).request('DELETE', `Users/${id}`)],
  ])('%s ends keys, sessions and queues on the other node', async (what, end) => {
    const { person, id } = await taken(what === 'DELETE' ? 'dora' : 'alva');
    const user = await world.service(Users).get(world.organizationId, person.id);
    const browser = { userAgent: 'Test', address: null };
    const { token } = await world.service(Sessions).begin(user, browser, null);
    const inBrowser = () =>
      fetch(`${world.nodes[1]!.url}/json/users/me`, { headers: { cookie: `sessionid=${token}` } });
    expect((await inBrowser()).status).toBe(200);
    const queue = await person.at(1).register();
    await queue.drain();
    // A client that waits at the other node.
    const ended = (async () => {
      for (;;) {
        const answer = await person.at(1).get('events', { queue_id: queue.id, last_event_id: queue.lastEventId });
        if (answer.status !== 200) return answer;
        queue.lastEventId = (answer.body.events as { id: number }[]).at(-1)?.id ?? queue.lastEventId;
      }
    })();
    expect((await end(id)).status).toBeLessThan(300);
    // A client that is left alone goes on without end. bench/company-login.ts measures how soon this one ends.
    expect((await ended).status).toBe(401);
    expect((await person.at(1).get('users/me')).status).toBe(401);
    expect((await inBrowser()).status).toBe(401);
  });

  it('leaves what an account writes, and brings it back with the same id', async () => {
    const { person, id } = await taken('ben');
    await client.patch(`Users/${id}`, { op: 'replace', value: { active: false } });
    await client.at(1).patch(`Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await world.sql('SELECT is_active FROM user_account WHERE id = $1', [person.id])).toEqual([
      { is_active: true },
    ]);
  });
});
