import type { World } from '../world';

export const KEPT_EMOJI = 'kept_emoji';
export const KEPT_DOMAIN = 'kept.example.com';

/** Keeps one linkifier, emoji and domain as targets. By SQL. */
const RESTORATION = `WITH
  linkifiers AS (INSERT INTO linkifier (organization_id, pattern, url_template, position)
    SELECT $1, 'kept-(?P<id>[0-9]+)', 'https://kept.example.com/{id}', 0
    WHERE NOT EXISTS (SELECT FROM linkifier WHERE organization_id = $1) RETURNING id, position),
  emoji AS (INSERT INTO custom_emoji (organization_id, name, author_id, key)
    SELECT $1, '${KEPT_EMOJI}', min(id), 'kept-kept-kept-kept-kept' FROM user_account WHERE organization_id = $1
    HAVING NOT EXISTS (SELECT FROM custom_emoji WHERE organization_id = $1 AND name = '${KEPT_EMOJI}' AND NOT deactivated)),
  domains AS (INSERT INTO organization_domain (organization_id, domain, allow_subdomains)
    VALUES ($1, '${KEPT_DOMAIN}', false) ON CONFLICT DO NOTHING),
  version AS (UPDATE organization SET rendering_version = rendering_version + 1 WHERE id = $1)
  SELECT id::int AS id FROM (
    SELECT id, position FROM linkifiers UNION ALL SELECT id, position FROM linkifier WHERE organization_id = $1) AS present
  ORDER BY position, id`;

/** Restores the customizations of an organization; returns the ids of its linkifiers, in their order. */
export async function restoreOrganizationThings(world: World): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(RESTORATION, [world.organizationId]);
  return rows.map(({ id }) => id);
}
