import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ORGANIZATION_AT_HOST, PlaceOfRequest, placeParameters } from './organization-at-host';

/** What one request's credentials lead to. */
export interface KeyHolder {
  organizationId: OrganizationId;
  permissionVersion: number;
  renderingVersion: number;
  /** null: no such key in this organization; the fields below are null with it. */
  keyId: ApiKeyId | null;
  userId: UserId;
  email: string;
  deliveryEmail: string;
  emailAddressVisibility: number;
  avatarVersion: number;
  fullName: string;
  role: number;
  isBot: boolean;
  isActive: boolean;
  /** UNIX milliseconds. */
  joinedAt: number;
}

const HOLDER = prepared(`SELECT o.id AS "organizationId", o.permission_version AS "permissionVersion",
    o.rendering_version AS "renderingVersion", k.id AS "keyId",
    u.id AS "userId", u.email, u.delivery_email AS "deliveryEmail", u.full_name AS "fullName", u.role,
    u.email_address_visibility AS "emailAddressVisibility", u.avatar_version AS "avatarVersion",
    u.is_bot AS "isBot", u.is_active AS "isActive", floor(extract(epoch FROM u.date_joined) * 1000)::bigint AS "joinedAt"
  FROM (${ORGANIZATION_AT_HOST}) place
  JOIN organization o ON o.id = place.id
  LEFT JOIN api_key k ON k.hash = $4 AND k.organization_id = o.id AND k.revoked_at IS NULL
  LEFT JOIN user_account u ON u.id = k.user_id`);

/** How many keys an account may have that logins gave out; the oldest beyond that are revoked. */
export interface KeyLimits {
  perClient: number;
  perUser: number;
}

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly database: Database) {}

  /** Key, account and organization by one indexed query; null: there is no organization at that host. */
  findHolder(place: PlaceOfRequest, hash: Buffer): Promise<KeyHolder | null> {
    return this.database.row<KeyHolder>(HOLDER, [...placeParameters(place), hash]);
  }

  async insert(
    organizationId: OrganizationId,
    userId: UserId,
    client: string,
    hash: Buffer,
    sealed: Buffer | null,
  ): Promise<ApiKeyId> {
    const row = await this.database.row<{ id: ApiKeyId }>(
      'INSERT INTO api_key (organization_id, user_id, client, hash, sealed) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [organizationId, userId, client, hash, sealed],
    );
    return row!.id;
  }

  /** The keys revoked, ascending. */
  async revokeAll(userId: UserId): Promise<ApiKeyId[]> {
    const rows = await this.database.rows<{ id: ApiKeyId }>(
      'UPDATE api_key SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL RETURNING id',
      [userId],
    );
    return ascending(rows);
  }

  /** Revokes the oldest keys beyond the limits, keys of the `spared` clients never; answers which, ascending. */
  async revokeOldest(
    userId: UserId,
    { perClient, perUser }: KeyLimits,
    spared: readonly string[],
  ): Promise<ApiKeyId[]> {
    const rows = await this.database.rows<{ id: ApiKeyId }>(
      `UPDATE api_key SET revoked_at = now() WHERE id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY client ORDER BY id DESC) AS of_client,
              row_number() OVER (ORDER BY id DESC) AS of_user
            FROM api_key WHERE user_id = $1 AND revoked_at IS NULL AND client <> ALL($4::text[])
          ) AS live WHERE of_client > $2 OR of_user > $3)
        RETURNING id`,
      [userId, perClient, perUser, spared],
    );
    return ascending(rows);
  }
}

const ascending = (rows: readonly { id: ApiKeyId }[]): ApiKeyId[] => rows.map(({ id }) => id).sort((a, b) => a - b);
