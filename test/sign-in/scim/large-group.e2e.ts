import { Transactions } from '@app/platform';
import { ScimClient } from './client';
import { World } from '../../support/world';

const PEOPLE = 5_000;

describe('A SCIM group of 5,000 members', () => {
  let world: World;
  let client: ScimClient;
  beforeAll(async () => {
    world = await World.start();
    client = await ScimClient.start(world);
  });
  afterAll(() => world?.stop());

  it('is written without a long transaction, and emptied again', async () => {
    await world.sql(
      `WITH made AS (INSERT INTO user_account (organization_id, email, delivery_email, full_name, role, email_address_visibility)
          SELECT $1, 'p' || n || '@example.org', 'p' || n || '@example.org', 'Person ' || n, 400, 1
          FROM generate_series(1, $3::int) n RETURNING id)
        INSERT INTO scim_object (provider_id, user_id, name_key, resource)
          SELECT $2, id, 'p' || id, json_build_object('userName', 'p' || id) FROM made`,
      [world.organizationId, client.providerId, PEOPLE],
    );
    const people = await world.sql<{ id: number }>(
      'SELECT user_id::int AS id FROM scim_object WHERE provider_id = $1 AND user_id IS NOT NULL',
      [client.providerId],
    );
    const changed: number[] = [];
    const transactions = world.service(Transactions);
    const { observer } = transactions;
    const counts = async () =>
      (await world.sql<{ count: number }>('SELECT count(*)::int AS count FROM user_group_member'))[0]!.count;
    transactions.observer = { took: (ms) => void changed.push(ms), ended: (error) => observer?.ended(error) };
    const id = await client.group(
      'All of us',
      people.map((one) => String(one.id)),
    );
    expect(await counts()).toBe(PEOPLE);
    // Ten transactions of 500 members, besides the one that makes the group.
    expect(changed.length).toBeGreaterThanOrEqual(11);
    expect((await client.get(`Groups/${id}`)).body.members).toHaveLength(PEOPLE);
    expect((await client.patch(`Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(204);
    expect(await counts()).toBe(0);
  });
});
