import type { Person } from '../person';
import type { World } from '../world';

/** One field, one presence and one mute as targets. By SQL. */
const RESTORATION = `WITH
  fields AS (DELETE FROM profile_field WHERE organization_id = $1 AND name <> 'Kept field'),
  kept AS (INSERT INTO profile_field (organization_id, type, name, position)
    SELECT $1, 1, 'Kept field', 1
    WHERE NOT EXISTS (SELECT FROM profile_field WHERE organization_id = $1 AND name = 'Kept field') RETURNING id),
  present AS (INSERT INTO presence (user_id, organization_id, active_at, connected_at, change_id)
    VALUES ($4, $1, now(), now(), 1) ON CONFLICT (user_id) DO UPDATE SET connected_at = now(), hidden = false),
  unmuted AS (DELETE FROM muted_user WHERE user_id = $2 AND muted_user_id = $4),
  muted AS (INSERT INTO muted_user (organization_id, user_id, muted_user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING)
  SELECT id::int AS id FROM kept UNION ALL
  SELECT id::int FROM profile_field WHERE organization_id = $1 AND name = 'Kept field'`;

/** Restores statuses, presence and profiles; returns the id of the field that users can fill in. */
export async function restorePersonalThings(
  world: World,
  { owner, member, guest }: Record<'owner' | 'member' | 'guest', Pick<Person, 'id'>>,
): Promise<number> {
  const [{ id }] = await world.sql<{ id: number }>(RESTORATION, [world.organizationId, owner.id, member.id, guest.id]);
  return id;
}
