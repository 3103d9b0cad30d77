import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Resource } from './protocol/scim-values';

/** What a provider has written, and what was made of it. */
export interface ScimObject {
  readonly userId: UserId | null;
  readonly groupId: UserGroupId | null;
  readonly resource: Resource;
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** The provider has deactivated the account. `null`: it is active, or was deactivated here. */
  readonly deactivatedAt: Date | null;
  readonly deletedAt: Date | null;
}

export type ScimUserObject = ScimObject & { readonly userId: UserId };
export type ScimGroupObject = ScimObject & { readonly groupId: UserGroupId };

/** What is stored of a user or a group anew with each change. */
export interface StoredResource {
  readonly nameKey: string | null;
  readonly externalId: string | null;
  readonly resource: Resource;
}

/** A search that an index answers. */
export interface IndexedSearch {
  readonly by: 'id' | 'name' | 'external';
  readonly value: string;
}

const COLUMNS = `user_id AS "userId", group_id AS "groupId", resource, version, created_at AS "createdAt",
  changed_at AS "changedAt", deactivated_at AS "deactivatedAt", deleted_at AS "deletedAt"`;
const SELECT = `SELECT ${COLUMNS} FROM scim_object WHERE provider_id = $1`;

@Injectable()
export class ScimObjectRepository {
  constructor(private readonly database: Database) {}

  /** Those that are not deleted, ascending by id. */
  users(providerId: number, narrowed: IndexedSearch | null): Promise<ScimUserObject[]> {
    const condition = `${SELECT} AND user_id IS NOT NULL AND deleted_at IS NULL`;
    if (narrowed?.by === 'id')
      return this.database.rows(`${condition} AND user_id::text = $2`, [providerId, narrowed.value]);
    if (narrowed?.by === 'name')
      return this.database.rows(`${condition} AND name_key = $2 ORDER BY user_id`, [providerId, narrowed.value]);
    if (narrowed?.by === 'external')
      return this.database.rows(`${condition} AND external_id = $2 ORDER BY user_id`, [providerId, narrowed.value]);
    return this.database.rows(`${condition} ORDER BY user_id`, [providerId]);
  }

  groups(providerId: number): Promise<ScimGroupObject[]> {
    return this.database.rows(`${SELECT} AND group_id IS NOT NULL AND deleted_at IS NULL ORDER BY group_id`, [
      providerId,
    ]);
  }

  /** Deleted ones included. */
  ofUser(providerId: number, userId: number): Promise<ScimUserObject | null> {
    return this.database.row<ScimUserObject>(`${SELECT} AND user_id = $2`, [providerId, userId]);
  }

  /** Deleted ones included. */
  ofGroup(providerId: number, groupId: number): Promise<ScimGroupObject | null> {
    return this.database.row<ScimGroupObject>(`${SELECT} AND group_id = $2`, [providerId, groupId]);
  }

  /** Whether another user of the provider has the name. */
  async isNameTaken(providerId: number, nameKey: string, except: UserId | null): Promise<boolean> {
    const row = await this.database.row(
      `SELECT 1 FROM scim_object WHERE provider_id = $1 AND name_key = $2 AND deleted_at IS NULL
        AND user_id IS DISTINCT FROM $3`,
      [providerId, nameKey, except],
    );
    return row !== null;
  }

  /** Which of the ids are users of the provider. */
  async known(providerId: number, userIds: readonly number[]): Promise<Set<UserId>> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM scim_object
        WHERE provider_id = $1 AND deleted_at IS NULL AND user_id = ANY($2::bigint[])`,
      [providerId, userIds],
    );
    return new Set(rows.map(({ userId }) => userId));
  }

  async insert(
    providerId: number,
    of: { userId: UserId | null; groupId: UserGroupId | null },
    { nameKey, externalId, resource }: StoredResource,
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO scim_object (provider_id, user_id, group_id, name_key, external_id, resource)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      [providerId, of.userId, of.groupId, nameKey, externalId, JSON.stringify(resource)],
    );
  }

  /** Stores a change. What was deleted is there again. */
  async update(
    providerId: number,
    { userId, groupId }: Pick<ScimObject, 'userId' | 'groupId'>,
    { nameKey, externalId, resource, isDeactivated }: StoredResource & { isDeactivated: boolean },
  ): Promise<void> {
    await this.database.write(
      `UPDATE scim_object SET name_key = $4, external_id = $5, resource = $6, version = version + 1, changed_at = now(),
          deactivated_at = CASE WHEN $7 THEN coalesce(deactivated_at, now()) END, deleted_at = NULL
        WHERE provider_id = $1 AND (user_id = $2 OR group_id = $3)`,
      [providerId, userId, groupId, nameKey, externalId, JSON.stringify(resource), isDeactivated],
    );
  }

  /** @param isDeactivated the deletion has deactivated the account, or an earlier request of the provider has */
  async remove(
    providerId: number,
    { userId, groupId }: Pick<ScimObject, 'userId' | 'groupId'>,
    isDeactivated: boolean,
  ): Promise<void> {
    await this.database.write(
      `UPDATE scim_object SET version = version + 1, changed_at = now(), deleted_at = now(),
          deactivated_at = CASE WHEN $4 THEN coalesce(deactivated_at, now()) END
        WHERE provider_id = $1 AND (user_id = $2 OR group_id = $3)`,
      [providerId, userId, groupId, isDeactivated],
    );
  }

  /** The name of the provider that manages the group; `null`: none does. */
  async managerOf(organizationId: OrganizationId, groupId: UserGroupId): Promise<string | null> {
    const row = await this.database.row<{ name: string }>(
      `SELECT p.name FROM scim_object o JOIN identity_provider p ON p.id = o.provider_id
        WHERE o.group_id = $2 AND o.deleted_at IS NULL AND p.organization_id = $1`,
      [organizationId, groupId],
    );
    return row?.name ?? null;
  }
}
