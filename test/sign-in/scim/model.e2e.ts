import fc from 'fast-check';
import { World } from '../../support/world';
import { ScimClient } from './client';

const NAMES = ['ana', 'bo', 'cy', 'di'];
const GROUPS = ['red', 'blue'];

interface Model {
  /** By the id of a user. */
  users: Map<string, { name: string; title: string; isActive: boolean }>;
  /** By the id of a group. */
  groups: Map<string, { name: string; members: Set<string> }>;
}

type Deed = (client: ScimClient, model: Model) => Promise<void>;

const nth = <T>(all: Iterable<T>, at: number): T | undefined => {
  const list = [...all];
  return list.length === 0 ? undefined : list[at % list.length];
};

/** A deed, and what it must answer and do by the model. */
const deeds: Record<string, fc.Arbitrary<Deed>> = {
  create: fc
    .record({ name: fc.constantFrom(...NAMES), upper: fc.boolean() })
    .map(({ name, upper }) => async (client, model) => {
      const userName = `${upper ? name.toUpperCase() : name}@example.org`;
      const isTaken = [...model.users.values()].some((user) => user.name.toLowerCase() === userName.toLowerCase());
      const { status, body } = await client.request('POST', 'Users', { userName, displayName: `First ${name}` });
      expect(status).toBe(isTaken ? 409 : 201);
      if (!isTaken) model.users.set(body.id as string, { name: userName, title: `First ${name}`, isActive: true });
    }),
  rename: fc
    .record({ at: fc.nat(9), title: fc.constantFrom('One', 'Two', 'Three') })
    .map(({ at, title }) => async (client, model) => {
      const [id, user] = nth(model.users, at) ?? [];
      if (!id || !user) return;
      const whole = { userName: user.name, displayName: `${title} Name`, active: user.isActive };
      expect((await client.request('PUT', `Users/${id}`, whole)).status).toBe(200);
      user.title = `${title} Name`;
    }),
  activity: fc.record({ at: fc.nat(9), isActive: fc.boolean() }).map(({ at, isActive }) => async (client, model) => {
    const [id, user] = nth(model.users, at) ?? [];
    if (!id || !user) return;
    expect((await client.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: String(isActive) })).status).toBe(
      200,
    );
    user.isActive = isActive;
  }),
  remove: fc.nat(9).map((at) => async (client, model) => {
    const [id] = nth(model.users, at) ?? [];
    if (!id) return;
    expect((await client.request('DELETE', `Users/${id}`)).status).toBe(204);
    model.users.delete(id);
    for (const { members } of model.groups.values()) members.delete(id);
  }),
  gather: fc.constantFrom(...GROUPS).map((name) => async (client, model) => {
    const isTaken = [...model.groups.values()].some((group) => group.name === name);
    const { status, body } = await client.request('POST', 'Groups', { displayName: name });
    expect(status).toBe(isTaken ? 409 : 201);
    if (!isTaken) model.groups.set(body.id as string, { name, members: new Set() });
  }),
  join: fc
    .record({ group: fc.nat(9), user: fc.nat(9), op: fc.constantFrom('Add', 'remove', 'replace') })
    .map((chosen) => async (client, model) => {
      const [groupId, group] = nth(model.groups, chosen.group) ?? [];
      const [userId] = nth(model.users, chosen.user) ?? [];
      if (!groupId || !group || !userId) return;
      const operation = { op: chosen.op, path: 'members', value: [{ value: userId }] };
      expect((await client.patch(`Groups/${groupId}`, operation)).status).toBe(204);
      if (chosen.op === 'replace') group.members.clear();
      if (chosen.op === 'remove') group.members.delete(userId);
      else group.members.add(userId);
    }),
  disband: fc.nat(9).map((at) => async (client, model) => {
    const [id] = nth(model.groups, at) ?? [];
    if (!id) return;
    expect((await client.request('DELETE', `Groups/${id}`)).status).toBe(204);
    model.groups.delete(id);
  }),
};

describe('Random SCIM requests', () => {
  let world: World;
  beforeAll(async () => (world = await World.start()));
  afterAll(() => world?.stop());

  it('leave what a map of users and groups leaves', async () => {
    const sequences = fc.array(fc.oneof(...Object.values(deeds)), { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        // Names of organizations of earlier sequences are taken, so each has people and groups of its own.
        const client = await ScimClient.start(world);
        const model: Model = { users: new Map(), groups: new Map() };
        for (const deed of sequence) await deed(client, model);
        await assertSame(client, model);
        for (const id of model.users.keys()) await client.request('DELETE', `Users/${id}`);
        for (const id of model.groups.keys()) await client.request('DELETE', `Groups/${id}`);
        await world.sql(`UPDATE user_account SET delivery_email = id || '@gone.example', email = id || '@gone.example'
          WHERE delivery_email NOT LIKE 'olivia%' AND NOT is_bot`);
        await world.sql(`UPDATE user_group SET name = 'gone ' || id WHERE NOT is_system`);
        await world.sql('UPDATE organization SET permission_version = permission_version + 1');
        await world.sql(
          'UPDATE user_group SET permission_version = (SELECT max(permission_version) FROM organization)',
        );
      }),
      { numRuns: 12 },
    );
  }, 240_000);

  async function assertSame(client: ScimClient, model: Model): Promise<void> {
    const users = await client.found('Users', 'userName pr');
    const shown = users.map(({ id, userName, displayName, active }) => [
      id,
      { name: userName, title: displayName, isActive: active },
    ]);
    expect(new Map(shown as never)).toEqual(model.users);
    const groups = await client.found('Groups', 'displayName pr');
    const gathered = groups.map(({ id, displayName, members }) => [
      id,
      { name: displayName, members: new Set((members as { value: string }[]).map(({ value }) => value)) },
    ]);
    expect(new Map(gathered as never)).toEqual(model.groups);
    for (const [id, { isActive }] of model.users)
      expect(await world.sql('SELECT is_active FROM user_account WHERE id = $1', [id])).toEqual([
        { is_active: isActive },
      ]);
  }
});
