import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';
import { ScimClient } from './client';

interface Token {
  id: number;
  date_created: number;
  last_used: number | null;
}

describe('SCIM tokens of an identity provider', () => {
  let world: World;
  let client: ScimClient;
  let path: string;
  beforeAll(async () => {
    world = await World.start();
    client = await ScimClient.start(world);
    path = `realm/identity_providers/${client.providerId}/scim_tokens`;
  });
  afterAll(() => world?.stop());

  const isAdmitted = async (token: string) => {
    client.token = token;
    return (await client.get('ServiceProviderConfig')).status === 200;
  };
  const listed = async () => (await world.owner.ok('GET', path)).scim_tokens as Token[];
  const make = async () => (await world.owner.ok('POST', path)) as never as { token: string; ended: number[] };
  const outcome = ({ status, body }: ApiResponse) => [status, body.code];

  it('are made by owners, who see each once; two are valid at once, and the older one ends by the third', async () => {
    const { token: first } = client;
    const second = await make();
    expect(second).toMatchObject({ token: expect.stringMatching(/^parley_scim_[\w-]{43}$/), ended: [] });
    expect([await isAdmitted(first), await isAdmitted(second.token)]).toEqual([true, true]);
    const before = await listed();
    expect(before).toHaveLength(2);
    const third = await make();
    expect(third.ended).toEqual([before[0].id]);
    expect([await isAdmitted(first), await isAdmitted(second.token), await isAdmitted(third.token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(JSON.stringify(await listed())).not.toContain('parley_scim_');
  });

  it('show when they were used last', async () => {
    const { token } = await make();
    const unused = (await listed()).at(-1)!;
    expect(unused).toEqual({ id: expect.any(Number), date_created: expect.any(Number), last_used: null });
    await isAdmitted(token);
    const used = (await listed()).find(({ id }) => id === unused.id)!;
    expect(used.last_used).toBeGreaterThanOrEqual(used.date_created);
  });

  it('end when an owner says so', async () => {
    const { token } = await make();
    const { id } = (await listed()).at(-1)!;
    await world.owner.ok('DELETE', `${path}/${id}`);
    expect(await isAdmitted(token)).toBe(false);
    const gone = await world.owner.delete(`${path}/${id}`);
    expect([...outcome(gone), gone.body.msg]).toEqual([400, 'BAD_REQUEST', 'No such SCIM token']);
  });

  it('are of one provider', async () => {
    const other = await ScimClient.start(world);
    const { id } = (await listed())[0];
    const wrong = `realm/identity_providers/${other.providerId}/scim_tokens/${id}`;
    expect((await world.owner.delete(wrong)).body.msg).toBe('No such SCIM token');
    expect((await listed()).map((one) => one.id)).toContain(id);
  });

  it('are for owners alone, and of providers that are there', async () => {
    const { owner } = world;
    const admin: Person = await world.admin('alma');
    const refused = [await admin.get(path), await admin.post(path), await admin.delete(`${path}/1`)];
    expect(refused.map(outcome)).toEqual(refused.map(() => [400, 'UNAUTHORIZED_PRINCIPAL']));
    const nowhere = 'realm/identity_providers/999999/scim_tokens';
    const unknown = [await owner.get(nowhere), await owner.post(nowhere), await owner.delete(`${nowhere}/1`)];
    expect(unknown.map(outcome)).toEqual(unknown.map(() => [400, 'BAD_REQUEST']));
  });
});
