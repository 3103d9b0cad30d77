import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { Database, DatabaseAccess, prepared, WAL_POSITION } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { AvatarSource } from '../records/user';
import type { PlaceOfRequest } from '../records/organization-at-host.sql';
import { DEFAULT_TOPIC_HABITS } from '../records/automatic-topic-policy';
import { SHOWN_CREDENTIALS, ShownCredentials } from './shown-credentials.sql';

/**
 * The account of a request's credentials. For invalid credentials, all fields but those of the organization are `null`.
 */
export interface CredentialHolder {
  organizationId: OrganizationId;
  permissionVersion: number;
  linkifierVersion: number;
  emojiVersion: number;
  hasAlertWords: boolean;
  isMuted: boolean;
  userId: UserId;
  email: string;
  deliveryEmail: string;
  emailAddressVisibility: number;
  avatarVersion: number;
  avatarSource: AvatarSource;
  avatarKey: string | null;
  translatesEmoticons: boolean;
  followsTopics: number;
  unmutesTopics: number;
  fullName: string;
  role: number;
  isBot: boolean;
  botType: number | null;
  isActive: boolean;
  /** The organization is deactivated. */
  isClosed: boolean;
  /** UNIX milliseconds. */
  joinedAt: number;
  /** Where the primary's log was; `null`: no replica needs it. */
  walPosition: string | null;
}

export interface KeyHolder extends CredentialHolder {
  /** `null`: the organization has no such key. */
  keyId: ApiKeyId | null;
}

/** Columns of the organization `o` and the account `u`. */
export const HOLDER_COLUMNS = `o.id AS "organizationId", o.permission_version AS "permissionVersion",
    o.linkifier_version AS "linkifierVersion", o.emoji_version AS "emojiVersion",
    EXISTS (SELECT FROM alert_word a WHERE a.organization_id = o.id) AS "hasAlertWords",
    EXISTS (SELECT FROM muted_user m WHERE m.muted_user_id = u.id) AS "isMuted",
    u.id AS "userId", u.email, u.delivery_email AS "deliveryEmail", u.full_name AS "fullName", u.role,
    u.email_address_visibility AS "emailAddressVisibility", u.avatar_version AS "avatarVersion",
    coalesce((u.settings ->> 'translate_emoticons')::boolean, false) AS "translatesEmoticons",
    coalesce((u.settings ->> 'automatically_follow_topics_policy')::smallint,
      ${DEFAULT_TOPIC_HABITS.follows}::smallint) AS "followsTopics",
    coalesce((u.settings ->> 'automatically_unmute_topics_in_muted_streams_policy')::smallint,
      ${DEFAULT_TOPIC_HABITS.unmutes}::smallint) AS "unmutesTopics",
    u.avatar_source AS "avatarSource", u.avatar_key AS "avatarKey", u.is_bot AS "isBot", u.bot_type AS "botType",
    u.is_active AS "isActive", o.deactivated_at IS NOT NULL AS "isClosed", floor(extract(epoch FROM u.date_joined) * 1000)::bigint AS "joinedAt"`;

/** For servers without a replica, and for those with one: one evaluation a statement. */
export const NO_POSITION = 'NULL::text AS "walPosition"';
export const POSITION = `(${WAL_POSITION}) AS "walPosition"`;

/** A deactivated account's keys are revoked with it. A request with such a key gets the answer about the account. */
const holders = (position: string) =>
  prepared(`SELECT CASE WHEN k.revoked_at IS NULL OR NOT u.is_active THEN k.id END AS "keyId", ${HOLDER_COLUMNS},
    ${position}
  FROM ${SHOWN_CREDENTIALS}
  LEFT JOIN api_key k ON k.hash = shown.hash AND k.organization_id = o.id
  LEFT JOIN user_account u ON u.id = k.user_id
  ORDER BY shown.at`);
const HOLDERS = holders(NO_POSITION);
const HOLDERS_WITH_POSITION = holders(POSITION);

export interface ApiKeyRow {
  id: ApiKeyId;
  /** The name of the client program for which the key was made. */
  client: string;
  /** UNIX milliseconds. */
  createdAt: number;
}

/** The number of keys from logins that an account may have. The oldest beyond it are revoked. */
export interface KeyLimits {
  perClient: number;
  perUser: number;
}

@Injectable()
export class ApiKeyRepository {
  private readonly holders: ShownCredentials<KeyHolder>;

  constructor(
    private readonly database: Database,
    access: DatabaseAccess,
  ) {
    this.holders = new ShownCredentials(database, access.readUrl === null ? HOLDERS : HOLDERS_WITH_POSITION);
  }

  /** Reads key, account and organization in one indexed query. `null`: the host has no organization. */
  findHolder(place: PlaceOfRequest, hash: Buffer): Promise<KeyHolder | null> {
    return this.holders.find(place, hash);
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

  /** Revokes all keys of the account except `spared`. Returns the revoked ids, ascending. */
  async revokeAll(userId: UserId, spared: ApiKeyId | null): Promise<ApiKeyId[]> {
    const rows = await this.database.rows<{ id: ApiKeyId }>(
      `UPDATE api_key SET revoked_at = now()
        WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2 RETURNING id`,
      [userId, spared],
    );
    return ascending(rows);
  }

  /** Whether there was such a key that was not revoked. */
  async revoke(userId: UserId, id: number): Promise<boolean> {
    const written = await this.database.write(
      'UPDATE api_key SET revoked_at = now() WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL',
      [userId, id],
    );
    return written > 0;
  }

  /** Valid keys, latest first. */
  list(userId: UserId): Promise<ApiKeyRow[]> {
    return this.database.rows<ApiKeyRow>(
      `SELECT id, client, floor(extract(epoch FROM created_at) * 1000)::bigint AS "createdAt"
        FROM api_key WHERE user_id = $1 AND revoked_at IS NULL ORDER BY id DESC`,
      [userId],
    );
  }

  /**
   * The latest key of each user that can be shown again; for a deactivated account the one that was revoked with it.
   */
  sealedOf(userIds: readonly UserId[]): Promise<{ userId: UserId; sealed: Buffer }[]> {
    return this.database.rows(
      `SELECT DISTINCT ON (k.user_id) k.user_id AS "userId", k.sealed
        FROM user_account u JOIN api_key k ON k.user_id = u.id AND (k.revoked_at IS NULL OR NOT u.is_active)
        WHERE u.id = ANY($1::bigint[]) AND k.sealed IS NOT NULL ORDER BY k.user_id, k.id DESC`,
      [userIds],
    );
  }

  /**
   * Revokes the oldest keys beyond the limits, except keys of the `spared` clients. Returns the revoked ids, ascending.
   */
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
