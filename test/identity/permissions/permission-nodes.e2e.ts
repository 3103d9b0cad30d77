import type { RunningServer } from '../../../apps/server/src/boot';
import { encode, Parameters, Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

const TURNS = 6;

/** What one node has answered binds all other nodes from the next request on. */
describe('permissions on several nodes', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let groups: Record<string, number>;
  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    ana = await world.member('ana');
    const listed = (await ana.ok('GET', 'user_groups')).user_groups as { id: number; name: string }[];
    groups = Object.fromEntries(listed.map(({ id, name }) => [name.replace('role:', ''), id]));
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  /** Sends the request to the node on which nothing was changed; returns whether it succeeded. */
  const elsewhere = async (method: 'GET' | 'POST', path: string, parameters: Parameters = {}): Promise<boolean> => {
    const url = `${other.url}/api/v1/${path}`;
    const body = method === 'GET' ? {} : { body: encode(parameters) };
    const response = await fetch(url, { method, headers: { authorization: ana.authorization }, ...body });
    return ((await response.json()) as { result: string }).result === 'success';
  };

  it('follow a setting of the organization', async () => {
    for (let turn = 0; turn < TURNS; turn++) {
      const isAllowed = turn % 2 === 1;
      const setting = { new: isAllowed ? groups.members : groups.moderators };
      await world.owner.ok('PATCH', 'realm', { can_create_public_channel_group: setting });
      const subscriptions = [{ name: `made in turn ${turn}` }];
      expect(await elsewhere('POST', 'users/me/subscriptions', { subscriptions })).toBe(isAllowed);
    }
  });

  it('follow members and subgroups of groups', async () => {
    const group = async (name: string, wish: object) =>
      (await world.owner.ok('POST', 'user_groups/create', { name, description: '', members: [], ...wish })).group_id;
    const inner = (await group('inner', {})) as number;
    const outer = await group('outer', { subgroups: [inner] });
    const settings = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group: outer };
    await world.owner.subscribe('vault', settings);
    const path = `users/me/${await world.owner.channelId('vault')}/topics`;
    for (let turn = 0; turn < TURNS; turn++) {
      const isMember = turn % 2 === 1;
      if (turn > 0)
        await world.owner.ok('POST', `user_groups/${inner}/members`, { [isMember ? 'add' : 'delete']: [ana.id] });
      expect(await elsewhere('GET', path)).toBe(isMember);
    }
  });

  it('follow a role', async () => {
    for (let turn = 0; turn < TURNS; turn++) {
      const role = turn % 2 === 1 ? 'member' : 'guest';
      await world.setRole(ana, role);
      expect(await elsewhere('GET', 'user_groups')).toBe(role === 'member');
    }
  });
});
