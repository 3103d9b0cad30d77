import type { World } from '../world';

/** Leaves one identity provider, by SQL. Returns its id. */
export async function restoreProvider(world: World): Promise<number> {
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
  return id;
}
