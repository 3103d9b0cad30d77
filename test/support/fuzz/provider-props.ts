import type { World } from '../world';

/** Leaves one identity provider with a link of a group and a SCIM token, by SQL. Returns their ids. */
export async function restoreProvider(world: World): Promise<[providerId: number, linkId: number, tokenId: number]> {
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
  const [token] = await world.sql<{ id: number }>(
    `INSERT INTO scim_client (organization_id, provider_id, token_hash) VALUES ($1, $2, sha256('kept'))
      RETURNING id::int AS id`,
    [world.organizationId, id],
  );
  return [id, link.id, token.id];
}
