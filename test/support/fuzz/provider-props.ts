import type { World } from '../world';

/** Leaves one identity provider with a link of a group, by SQL. Returns the ids of both. */
export async function restoreProvider(world: World): Promise<[number, number]> {
  const settings = {
    jit: true,
    link_by_address: false,
    domains: [],
    issuer: 'https://login.example.org',
    client_id: 'p',
  };
  await world.sql('DELETE FROM identity_provider');
  const [{ id }] = await world.sql<{ id: number }>(
    `INSERT INTO identity_provider (organization_id, kind, slug, name, settings) VALUES ($1, 'oidc', 'kept', 'Kept', $2)
      RETURNING id::int AS id`,
    [world.organizationId, JSON.stringify(settings)],
  );
  const [link] = await world.sql<{ id: number }>(
    `INSERT INTO group_link (provider_id, external_group, role) VALUES ($1, 'kept', 600) RETURNING id::int AS id`,
    [id],
  );
  return [id, link.id];
}
