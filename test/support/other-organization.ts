import { OrganizationCreation, Passwords } from '@app/identity';
import type { World } from './world';

/** Ids of objects of another organization on the same server. */
export interface OtherOrganization {
  userId: number;
  channelId: number;
  channelName: string;
  groupId: number;
  /** `role:moderators` there. */
  systemGroupId: number;
  folderId: number;
}

/** Creates another organization with one of everything in it. */
export async function createOtherOrganization(world: World): Promise<OtherOrganization> {
  const passwordHash = await world.service(Passwords).hash('another long secret');
  const owner = { email: 'eva@example.org', fullName: 'Eva Elsewhere', passwordHash };
  const { organization } = await world
    .service(OrganizationCreation)
    .create({ name: 'Elsewhere', host: 'elsewhere.example', owner });
  const made = async (text: string, values: unknown[] = []) =>
    (await world.sql<{ id: number }>(text, [organization.id, ...values]))[0].id;
  const channelName = 'elsewhere only';
  return {
    userId: await made('SELECT max(id)::int AS id FROM user_account WHERE organization_id = $1 AND NOT is_bot'),
    channelName,
    channelId: await made(
      `INSERT INTO channel (organization_id, name, permissions)
       SELECT organization_id, $2, permissions FROM channel WHERE organization_id = $1 LIMIT 1 RETURNING id::int`,
      [channelName],
    ),
    groupId: await made(`INSERT INTO user_group (organization_id, name) VALUES ($1, 'elsewhere') RETURNING id::int`),
    systemGroupId: await made(`SELECT id::int FROM user_group WHERE organization_id = $1 AND name = 'role:moderators'`),
    folderId: await made(
      `INSERT INTO channel_folder (organization_id, name, position) VALUES ($1, 'elsewhere', 0) RETURNING id::int`,
    ),
  };
}
